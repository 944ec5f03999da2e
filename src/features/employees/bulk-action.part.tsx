import { useState } from 'react'
import { errorText } from '#ui/call-error.ts'
import { Field } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import styles from './bulk-action.module.css'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import filling from './filling-in.module.css'
import { oneByOne } from './one-by-one.rules.ts'
import { PACE, type PeopleActs } from './people-calls.part.tsx'
import { nameOf, possibleActs } from './people-list.rules.ts'
import { useWho } from './person-words.part.tsx'

/** What can be done with several people at once. */
export type Together = 'revoke' | 'link'

/** Those of the chosen to whom it applies: nobody revokes themselves, and somebody revoked gets no link. */
const fitting = (what: Together, chosen: readonly Employee[]): Employee[] =>
  chosen.filter((person) => {
    const possible = possibleActs(person.Status)
    return what === 'revoke' ? possible.revoke && !person.Self : possible.requestPassword && person.Registered
  })

interface BulkActionProps {
  what: Together
  chosen: readonly Employee[]
  place: ChosenVenue
  acts: PeopleActs
  /** Closed, done or not. */
  onClose: (done: boolean) => void
}

/** Asks before something is done with people, says what it will do, does it one by one, and names those where it did not work. */
export const BulkAction = ({ what, chosen, place, acts, onClose }: BulkActionProps) => {
  const say = useSay(people)
  const who = useWho()
  const { language } = useLanguage()
  const [apt] = useState(() => fitting(what, chosen))
  const [left, setLeft] = useState(apt)
  const [failed, setFailed] = useState<{ person: Employee; why: string }[]>([])
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(0)
  const [typed, setTyped] = useState('')
  const sure = left.length === 1 || failed.length > 0 || typed.normalize('NFKC').trim() === String(left.length)

  const run = async () => {
    setBusy(true)
    setOver(0)
    const notDone = await oneByOne(left, (person) => (what === 'revoke' ? acts.revoke(person) : acts.sendLink(person)), { ...PACE, done: setOver })
    const refused = notDone.map(({ person, error }) => ({ person, why: errorText(error, language) }))
    await acts.refresh()
    setBusy(false)
    const done = left.length - refused.length
    if (done > 0) toast.success(say.count(what === 'revoke' ? 'revoked' : 'linked', done))
    if (refused.length === 0) return onClose(true)
    setFailed(refused)
    setLeft(refused.map(({ person }) => person))
  }

  return (
    <Modal
      firm={busy}
      title={say(what === 'revoke' ? 'revokeTitle' : 'linkTitle', { people: who(apt) })}
      onClose={() => onClose(failed.length > 0)}
      acts={
        <>
          <button type="button" className="btn" disabled={busy} onClick={() => onClose(failed.length > 0)}>
            {say(failed.length > 0 ? 'close' : 'cancel')}
          </button>
          <button
            type="submit"
            form="several"
            className={what === 'revoke' ? 'btn stop' : 'btn primary'}
            disabled={busy || !sure || left.length === 0}
            aria-busy={busy}
          >
            {failed.length > 0 ? say('retry') : say.count(what === 'revoke' ? 'revokeDo' : 'linkDo', left.length)}
          </button>
        </>
      }
    >
      <form
        id="several"
        onSubmit={(event) => {
          event.preventDefault()
          if (sure && left.length > 0 && !busy) run()
        }}
      >
        <p className={filling.effect}>{say(what === 'revoke' ? 'revokeEffect' : 'linkEffect', { venue: place.venueName })}</p>
        {apt.length > 1 && failed.length === 0 && (
          <ul className={filling.names}>
            {apt.map((person) => (
              <li key={person.EmployeeId}>{nameOf(person)}</li>
            ))}
          </ul>
        )}
        {apt.length < chosen.length && <p className={filling.effect}>{say('leftOut', { n: chosen.length - apt.length })}</p>}
        {failed.length === 0 && left.length > 1 && (
          <Field label={say('typeNumber', { n: left.length })} value={typed} onChange={setTyped} inputMode="numeric" autoComplete="off" />
        )}
        {busy && left.length > 1 && (
          <p className={filling.effect} role="status">
            {say('doing', { n: over, all: left.length })}
          </p>
        )}
        {failed.length > 0 && (
          <div role="alert">
            <p>{say.count('failed', failed.length)}</p>
            <ul className={styles.outcome}>
              {failed.map(({ person, why }) => (
                <li key={person.EmployeeId}>
                  <b>{nameOf(person)}</b>
                  <span>{why}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Modal>
  )
}
