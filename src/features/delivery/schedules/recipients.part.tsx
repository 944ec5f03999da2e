import { useEffect, useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { OutsideList } from './outside/outside-list.part.tsx'
import type { Draft } from './schedule-draft.rules.ts'
import styles from './schedule-form.module.css'
import { type Schedule, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

interface RecipientsProps {
  draft: Draft
  schedule: Schedule | undefined
  wrong: string | undefined
  wrongOutside: string | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** More people than this are looked for by name. */
const MANY = 12

/** Who is mailed: those who may see the report, and those who are on the list and may not any more. */
export const Recipients = ({ draft, schedule, wrong, wrongOutside, onChange: onDraft }: RecipientsProps) => {
  const onChange = (list: number[]) => onDraft({ Recipients: list })
  const say = useSay(scheduleWords)
  const [wanted, setWanted] = useState('')
  const { data, error, refetch } = useCall(schedules.people, { query: { Report: draft.Report.Path, Search: draft.Search } }, { keepLast: true })
  useUsual(schedule ? undefined : data?.People, onDraft)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const known = new Set(data.People.map(({ EmployeeId }) => EmployeeId))
  const others = (schedule?.Recipients ?? []).filter(({ EmployeeId }) => !known.has(EmployeeId))
  const labels = data.People.map(({ EmployeeId, Name, HasAddress, Me }) => {
    const hasLeft = schedule?.Recipients.some((one) => one.EmployeeId === EmployeeId && one.State === 'unsubscribed')
    return {
      EmployeeId,
      label: hasLeft ? say('left', { name: Name }) : !HasAddress ? say('withoutAddress', { name: Name }) : Me ? say('me', { name: Name }) : Name,
    }
  })
  const all = [...labels, ...others.map(({ EmployeeId, Name }) => ({ EmployeeId, label: say('noLonger', { name: Name }) }))]
  const chosen = (id: number) => draft.Recipients.includes(id)
  const shown = all.filter(({ EmployeeId, label }) => chosen(EmployeeId) || label.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <>
      <fieldset className={`choice-set ${styles.people}`}>
        <legend>{say('recipients')}</legend>
        <p className="hint">{say('recipientsHint')}</p>
        {all.length > MANY && <Field label={say('find')} value={wanted} type="search" onChange={setWanted} />}
        <div>
          {shown.map(({ EmployeeId, label }) => (
            <label className="tickable" key={EmployeeId}>
              <input
                type="checkbox"
                checked={chosen(EmployeeId)}
                aria-invalid={wrong ? true : undefined}
                onChange={(event) => onChange(event.target.checked ? [...draft.Recipients, EmployeeId] : draft.Recipients.filter((one) => one !== EmployeeId))}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {wrong && (
          <p className="wrong">
            <Icon name="attention" /> {wrong}
          </p>
        )}
      </fieldset>
      <OutsideList
        addresses={draft.Outside}
        schedule={schedule}
        allowed={data.OutsideAllowed}
        wrong={wrongOutside}
        onChange={(list) => onDraft({ Outside: list })}
      />
    </>
  )
}

/** A new schedule begins with those whom reports of the venue usually go to. */
const useUsual = (people: readonly { EmployeeId: number; Usual: boolean }[] | undefined, onChange: (changes: Partial<Draft>) => void) => {
  const isTold = useRef(false)
  useEffect(() => {
    if (!people || isTold.current) return
    isTold.current = true
    const usual = people.filter(({ Usual }) => Usual).map(({ EmployeeId }) => EmployeeId)
    if (usual.length > 0) onChange({ Recipients: usual })
  }, [people, onChange])
}
