import { useState } from 'react'
import { connections } from '#integrations/connections.contract.ts'
import { stripeCalls } from '#integrations/stripe/stripe.contract.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { WholeVenue } from '#ui/whole-venue.tsx'
import { type DomainRow, domainRows } from './connections.rules.ts'
import { domainOf } from './domain.rules.ts'
import styles from './domains-tab.module.css'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

/** Domains payments are taken on: checked and kept here, told to the payment provider once that is linked. */
export const DomainsTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const { data, error, refetch } = useCall(connections.list, { params: { id: venueId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const changed = () => void refetch()
  return (
    <>
      <WholeVenue>
        <DomainForm venueId={venueId} onKept={changed} />
      </WholeVenue>
      {data.Domains.length === 0 ? (
        <p className={`hint ${layout.part}`}>{say('noDomains')}</p>
      ) : (
        <Kept venueId={venueId} rows={domainRows(data)} mayDelete={data.AllLocations} onDeleted={changed} />
      )}
    </>
  )
}

/** The same on Connections, for those who may register a domain and not change settings. */
export const OwnDomains = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  return (
    <section className={layout.part}>
      <h2>{say('domains')}</h2>
      <DomainsTab venueId={venueId} />
    </section>
  )
}

const DomainForm = ({ venueId, onKept }: { venueId: number; onKept: () => void }) => {
  const say = useSay(venueWords)
  const [domain, setDomain] = useState('')
  const [complaint, setComplaint] = useState<{ of: string; text: string }>()
  const send = useSend(stripeCalls.registerDomain, {
    quiet: true,
    onDone: ({ Domain: kept }) => {
      setDomain('')
      toast.success(say('domainSaved', { domain: kept }))
      onKept()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { Domain: domain },
    body: stripeCalls.registerDomain.body,
    error: send.error,
    onSend: (body) => {
      const read = domainOf(body.Domain)
      setComplaint('complaint' in read ? { of: domain, text: say(`domain-${read.complaint}`) } : undefined)
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
          wrong={complaint?.of === domain ? complaint.text : wrong('Domain')}
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

const TONES = { Kept: 'st-tag warn', Registered: 'st-tag', Refused: 'st-tag bad' } as const

interface KeptProps {
  venueId: number
  rows: readonly DomainRow[]
  /** Whether the reader holds all locations: on a domain all of them take payments. */
  mayDelete: boolean
  onDeleted: () => void
}

const Kept = ({ venueId, rows, mayDelete, onDeleted }: KeptProps) => {
  const say = useSay(venueWords)
  const [going, setGoing] = useState<string>()
  const send = useSend(stripeCalls.deleteDomain, {
    quiet: true,
    onDone: (_, { params }) => {
      toast.success(say('domainDeleted', { domain: params.domain }))
      setGoing(undefined)
      onDeleted()
    },
  })
  return (
    <>
      <ul className={`${layout.part} ${styles.kept}`} aria-label={say('domains')}>
        {rows.map(({ domain, shown, state }) => (
          <li key={domain}>
            <b>{domain}</b> {shown.toLowerCase() !== domain && <span>({shown})</span>} <span className={TONES[state]}>{say(`domain${state}`)}</span>
            {mayDelete && (
              <button type="button" className="text-btn" aria-label={say('deleteDomainNamed', { domain })} onClick={() => setGoing(domain)}>
                {say('deleteDomain')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {going && (
        <AskFirst
          title={say('deleteDomainTitle', { domain: going })}
          verb={say('deleteDomainNamed', { domain: going })}
          busy={send.isPending}
          error={send.error}
          onDo={() => send.mutate({ params: { id: venueId, domain: going } })}
          onClose={() => {
            send.reset()
            setGoing(undefined)
          }}
        >
          <p>{say('deleteDomainAbout')}</p>
        </AskFirst>
      )}
    </>
  )
}
