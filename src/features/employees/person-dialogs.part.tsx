import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall } from '#ui/use-call.ts'
import { useActAs } from './acting.part.tsx'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { acting, employees } from './employees.contract.ts'
import { people } from './employees.messages.ts'
import filling from './filling-in.module.css'
import type { PeopleActs } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import { useSending } from './use-sending.part.tsx'

interface DialogProps {
  person: Employee
  place: ChosenVenue
  acts: PeopleActs
  onClose: () => void
}

const MOST_REASON = 500

/** Acting as somebody: never without saying why. */
export const ImpersonateDialog = ({ person, place, acts, onClose }: DialogProps) => {
  const say = useSay(people)
  const name = nameOf(person)
  const actAs = useActAs()
  const [Reason, setReason] = useState('')
  const sending = useSending()
  const enough = Reason.trim().length >= 10
  const { form, onSubmit, wrong } = useForm({
    value: { Reason },
    body: acting.impersonate.body,
    error: sending.error,
    onSend: () => enough && sending.send(async () => actAs(await acts.impersonate(person.EmployeeId, Reason.trim()), `${place.base}/list`)),
  })
  return (
    <Modal
      title={say('impersonateTitle', { name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="impersonate" className="btn primary" disabled={!enough || sending.busy} aria-busy={sending.busy}>
            {say('impersonateDo', { name })}
          </button>
        </>
      }
    >
      <form id="impersonate" ref={form} onSubmit={onSubmit} noValidate>
        <p className={filling.effect}>{say('impersonateAbout', { name })}</p>
        <Field
          label={say('reason')}
          hint={say('reasonHint')}
          value={Reason}
          onChange={setReason}
          maxLength={MOST_REASON}
          wrong={wrong('Reason')}
          autoComplete="off"
        />
        <Refusal error={sending.error} fields={['Reason']} />
      </form>
    </Modal>
  )
}

/** The venues somebody belongs to, with more of them to tick. */
export const AddToVenueDialog = ({ person, place, acts, onClose }: DialogProps) => {
  const say = useSay(people)
  const name = nameOf(person)
  const held = useCall(employees.venuesOfEmployee, { params: { venueId: place.venueId, employeeId: person.EmployeeId } })
  const [more, setMore] = useState<number[]>([])
  const sending = useSending()
  const now = held.data?.Venues.map(({ VenueId }) => VenueId) ?? []
  const invited = held.data?.Invited.map(({ VenueId }) => VenueId) ?? []
  const there = [...now, ...invited]
  const options = held.data?.Assignable ?? []
  const add = () =>
    sending.send(async () => {
      await acts.assign(person.EmployeeId, [...now, ...more], invited)
      await acts.refresh()
      toast.success(say('added', { name }))
      onClose()
    })
  return (
    <Modal
      title={say('addTitle', { name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn primary" disabled={more.length === 0 || sending.busy} aria-busy={sending.busy} onClick={add}>
            {say.count('addDo', more.length)}
          </button>
        </>
      }
    >
      <p className={filling.effect}>{say('addAbout', { name })}</p>
      {held.error ? (
        <Failed error={held.error} onRetry={() => held.refetch()} />
      ) : held.isPending ? (
        <Waiting rows={3} />
      ) : options.every(({ VenueId }) => there.includes(VenueId)) ? (
        <p>{say('addNone')}</p>
      ) : (
        <fieldset className="many">
          <legend className="sr">{say('addTitle', { name })}</legend>
          {options.map(({ VenueId, Name }) => (
            <label className="tickable" key={VenueId}>
              <input
                type="checkbox"
                disabled={there.includes(VenueId)}
                checked={there.includes(VenueId) || more.includes(VenueId)}
                onChange={(event) => setMore(event.target.checked ? [...more, VenueId] : more.filter((id) => id !== VenueId))}
              />
              <span>
                {Name} {there.includes(VenueId) && <small>({say(now.includes(VenueId) ? 'already' : 'invitedAlready')})</small>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <Refusal error={sending.error} />
    </Modal>
  )
}

/** Taking somebody out of this venue; their other venues stay. */
export const DeleteFromVenueDialog = ({ person, place, acts, onClose }: DialogProps) => {
  const say = useSay(people)
  const name = nameOf(person)
  const held = useCall(employees.venuesOfEmployee, { params: { venueId: place.venueId, employeeId: person.EmployeeId } })
  const sending = useSending()
  const remove = () =>
    sending.send(async () => {
      const others = (venues: readonly { VenueId: number }[] = []) => venues.map(({ VenueId }) => VenueId).filter((id) => id !== place.venueId)
      await acts.assign(person.EmployeeId, others(held.data?.Venues), others(held.data?.Invited))
      await acts.refresh()
      toast.success(say('deleted', { name, venue: place.venueName }))
      onClose()
    })
  return (
    <Modal
      title={say('deleteTitle', { name, venue: place.venueName })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn stop" disabled={!held.data || sending.busy} aria-busy={sending.busy} onClick={remove}>
            {say('deleteDo', { venue: place.venueName })}
          </button>
        </>
      }
    >
      <p className={filling.effect}>{say('deleteEffect', { name, venue: place.venueName })}</p>
      <Refusal error={sending.error ?? held.error} />
    </Modal>
  )
}
