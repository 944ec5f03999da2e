import { useId, useState } from 'react'
import { SUPPLIER_SCOPES, type SupplierScope } from '#shared/endpoint.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useSend } from '#ui/use-call.ts'
import { apiKeys, NewUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import styles from './api-keys.module.css'
import type { MadeKey } from './shown-key.part.tsx'
import { Ticks } from './ticks.part.tsx'

interface CreateProps {
  venues: readonly { VenueId: number; Name: string }[]
  /** Names to choose from; another one may be typed. */
  suppliers: readonly string[]
  onMade: (made: MadeKey) => void
  onClose: () => void
}

/** A new user of a supplier with a key: who, what it may do, where, and until when. */
export const CreateKey = ({ venues, suppliers, onMade, onClose }: CreateProps) => {
  const say = useSay(apiKeyWords)
  const list = useId()
  const [Name, setName] = useState('')
  const [SupplierName, setSupplier] = useState('')
  const [Scopes, setScopes] = useState<SupplierScope[]>([])
  const [Venues, setVenues] = useState<number[]>([])
  const [lastDay, setLastDay] = useState('')
  const make = useSend(apiKeys.make, { quiet: true, onDone: ({ User, Key }) => onMade({ name: User.Name, key: Key }) })
  const { form, onSubmit, wrong } = useForm({
    value: { Name, SupplierName, Scopes, Venues, ...(lastDay ? { Expires: endOf(lastDay) } : {}) },
    body: NewUser,
    error: make.error,
    onSend: (User) => Scopes.length > 0 && make.mutate({ body: { User } }),
  })
  return (
    <Modal title={say('create')} onClose={onClose}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field label={say('supplier')} value={SupplierName} list={list} onChange={setSupplier} wrong={wrong('SupplierName')} hint={say('supplierHint')} />
        <datalist id={list}>
          {suppliers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label={say('name')} value={Name} autoComplete="off" onChange={setName} wrong={wrong('Name')} hint={say('nameHint')} />
        <Ticks legend={say('scopes')} options={SUPPLIER_SCOPES.map((scope) => [scope, say(scope)] as const)} chosen={Scopes} onChange={setScopes} />
        {Scopes.length === 0 && <p className="hint">{say('needsScope')}</p>}
        <Ticks legend={say('grantedAt')} options={venues.map((venue) => [venue.VenueId, venue.Name] as const)} chosen={Venues} onChange={setVenues} />
        <p className="hint">{say('productsHint')}</p>
        <Field
          label={say('expiry')}
          type="date"
          value={lastDay}
          onChange={setLastDay}
          wrong={wrong('User.Expires') && say('expiryPast')}
          hint={say('expiryHint')}
        />
        <Refusal error={make.error} fields={['User.Expires']} />
        <div className="acts">
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={Scopes.length === 0 || make.isPending} aria-busy={make.isPending}>
            {say('create')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** The last moment of a day where the person is. */
const endOf = (day: string): string => {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}
