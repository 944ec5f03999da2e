import { useState } from 'react'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { accessTexts } from './access.messages.ts'
import { type Changes, type Difference, differences, sizeOf } from './access-change.rules.ts'
import bar from './bulk-bar.module.css'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { heldBy } from './held-by.rules.ts'
import { oneByOne } from './one-by-one.rules.ts'
import { PACE, usePeopleActs } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import { useRoleName, useTagName } from './person-words.part.tsx'
import styles from './save-bar.module.css'
import { useSending } from './use-sending.part.tsx'

interface SaveBarProps {
  place: ChosenVenue
  everyone: readonly Employee[]
  changes: Changes
  onChanges: (changes: Changes) => void
}

/** What is not saved yet: how much it is, what it is, and saving it. */
export const SaveBar = ({ place, everyone, changes, onChanges }: SaveBarProps) => {
  const say = useSay(accessTexts)
  const [looking, setLooking] = useState(false)
  const found = differences(everyone.map(heldBy), changes)
  const size = found.reduce((sum, difference) => sum + sizeOf(difference), 0)
  const saving = useSaving(place, everyone, onChanges)
  if (size === 0 && !looking) return null
  return (
    <>
      <section className={bar.bar} aria-label={say('differenceTitle')}>
        <p>
          <b>{say('changesFor', { changes: say.count('changes', size), people: say.count('peopleN', found.length) })}</b>
          <button type="button" className="text-btn" onClick={() => onChanges({})}>
            {say('discard')}
          </button>
        </p>
        <p className="acts">
          <button type="button" className="btn primary" onClick={() => setLooking(true)}>
            {say('review')}
          </button>
        </p>
      </section>
      {looking && (
        <DifferenceDialog
          found={found}
          size={size}
          everyone={everyone}
          saving={saving}
          onSave={async () => {
            if (await saving.save(found)) setLooking(false)
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </>
  )
}

/** Saves person by person, each against the state that was read; whoever was changed meanwhile is asked about again. */
const useSaving = (place: ChosenVenue, everyone: readonly Employee[], onChanges: (changes: Changes) => void) => {
  const say = useSay(accessTexts)
  const acts = usePeopleActs(place)
  const sending = useSending()
  const [meanwhile, setMeanwhile] = useState<string[]>([])
  /** Whether everything was saved. */
  const save = async (found: readonly Difference[]): Promise<boolean> => {
    let saved = 0
    setMeanwhile([])
    await sending.send(async () => {
      const known = found.flatMap((difference) => {
        const person = everyone.find(({ EmployeeId }) => EmployeeId === difference.employeeId)
        return person ? [{ ...difference, person }] : []
      })
      const refused = await oneByOne(
        known,
        ({ employeeId, Permissions, Roles, person }) => acts.setPermissions(employeeId, Permissions, Roles, person.Version),
        { ...PACE, done: () => undefined },
      )
      saved = known.length - refused.length
      // What was saved is no difference any more once the list is here anew.
      await acts.refresh()
      setMeanwhile(refused.filter(({ error }) => isOvertaken(error)).map(({ person: { person } }) => nameOf(person)))
      if (saved > 0) toast.success(say.count('savedFor', saved))
      if (saved === found.length) onChanges({})
      const other = refused.find(({ error }) => !isOvertaken(error))
      if (other) throw other.error
    })
    return saved === found.length
  }
  return { save, busy: sending.busy, error: sending.error, meanwhile }
}

const isOvertaken = (error: unknown) => error instanceof CallError && error.code === 'Conflict'

interface DifferenceDialogProps {
  found: readonly Difference[]
  size: number
  everyone: readonly Employee[]
  saving: ReturnType<typeof useSaving>
  onSave: () => void
  onClose: () => void
}

const DifferenceDialog = ({ found, size, everyone, saving, onSave, onClose }: DifferenceDialogProps) => {
  const say = useSay(accessTexts)
  const sayPeople = useSay(people)
  return (
    <Modal
      firm={saving.busy}
      title={say('differenceTitle')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" disabled={saving.busy} onClick={onClose}>
            {sayPeople('cancel')}
          </button>
          <button type="button" className="btn primary" disabled={saving.busy || size === 0} aria-busy={saving.busy} onClick={onSave}>
            {say.count('save', size)}
          </button>
        </>
      }
    >
      {saving.meanwhile.length > 0 && (
        <div className="callout warn" role="alert">
          <Icon name="attention" />
          <p>{say('conflict', { people: saving.meanwhile.join(', ') })}</p>
        </div>
      )}
      <Refusal error={saving.error} />
      <ul className={styles.difference}>
        {found.map((difference) => (
          <OneDifference key={difference.employeeId} difference={difference} person={everyone.find(({ EmployeeId }) => EmployeeId === difference.employeeId)} />
        ))}
      </ul>
    </Modal>
  )
}

const OneDifference = ({ difference, person }: { difference: Difference; person: Employee | undefined }) => {
  const say = useSay(accessTexts)
  const tagName = useTagName()
  const roleName = useRoleName()
  const named = (roles: readonly string[], tags: readonly string[]) => [...roles.map((role) => say('role', { role: roleName(role) })), ...tags.map(tagName)]
  const added = named(difference.addedRoles, difference.addedTags)
  const removed = named(difference.removedRoles, difference.removedTags)
  return (
    <li>
      <b>{person && nameOf(person)}</b>
      <ul>
        {added.map((what) => (
          <li key={what} className={styles.added}>
            + {say('added', { what })}
          </li>
        ))}
        {removed.map((what) => (
          <li key={what} className={styles.removed}>
            − {say('removed', { what })}
          </li>
        ))}
      </ul>
    </li>
  )
}
