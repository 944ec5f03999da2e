import { useState } from 'react'
import { stripeCalls } from '#integrations/stripe/stripe.contract.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { domainOf } from './domain.rules.ts'
import styles from './domains-tab.module.css'
import { venueConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

/** Domains payments are taken on: checked and kept here, told to the payment provider once that is linked. */
export const DomainsTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const { data, error, refetch } = useCall(venueConfig.connections, { params: { id: venueId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  return (
    <>
      <DomainForm venueId={venueId} onKept={() => void refetch()} />
      {data.Config.Domains.length === 0 ? <p className={`hint ${layout.part}`}>{say('noDomains')}</p> : <Kept domains={data.Config.Domains} />}
    </>
  )
}

/** For whoever may register a domain and not see what is linked: those kept just now. */
export const OwnDomains = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const [domains, setDomains] = useState<string[]>([])
  return (
    <section className={layout.part}>
      <h2>{say('domains')}</h2>
      <DomainForm venueId={venueId} onKept={(kept) => setDomains((before) => [...before.filter((one) => one !== kept), kept])} />
      {domains.length > 0 && <Kept domains={domains.map((Domain) => ({ Domain, Shown: Domain }))} />}
    </section>
  )
}

const DomainForm = ({ venueId, onKept }: { venueId: number; onKept: (domain: string) => void }) => {
  const say = useSay(venueWords)
  const [domain, setDomain] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const send = useSend(stripeCalls.registerDomain, {
    quiet: true,
    onDone: ({ Domain: kept }) => {
      setDomain('')
      toast.success(say('domainKept', { domain: kept }))
      onKept(kept)
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { Domain: domain },
    body: stripeCalls.registerDomain.body,
    error: send.error,
    onSend: (body) => {
      const read = domainOf(body.Domain)
      setComplaint('complaint' in read ? say(`domain-${read.complaint}`) : undefined)
      if ('domain' in read) send.mutate({ params: { id: venueId }, body })
    },
  })
  return (
    <>
      <p className="callout warn">{say('domainsLater')}</p>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label={say('domain')}
          placeholder="pay.example.com.au"
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          wrong={complaint ?? wrong('Domain')}
          onChange={setDomain}
        />
        <button type="submit" className="btn primary" disabled={send.isPending}>
          {say('registerDomain')}
        </button>
      </form>
      <Refusal error={send.error} fields={['Domain']} />
    </>
  )
}

const Kept = ({ domains }: { domains: readonly { Domain: string; Shown: string }[] }) => {
  const say = useSay(venueWords)
  return (
    <ul className={`${layout.part} ${styles.kept}`} aria-label={say('domains')}>
      {domains.map(({ Domain: kept, Shown }) => (
        <li key={kept}>
          <b>{kept}</b> {Shown.toLowerCase() !== kept && <span>({Shown})</span>} <span className="st-tag warn">{say('kept')}</span>
        </li>
      ))}
    </ul>
  )
}
