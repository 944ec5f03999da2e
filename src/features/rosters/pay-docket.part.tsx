import { useQueryClient } from '@tanstack/react-query'
import { Docket } from '#ui/docket.tsx'
import { Choose } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { type AttendancePerson, attendancePeople } from './attendance-people.contract.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { NewRate } from './new-rate.part.tsx'
import { RateList } from './rate-list.part.tsx'
import type { AttendanceAnswer } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

interface Props {
  answer: AttendanceAnswer
  who: number
  canEdit: boolean
  onClose: () => void
}

/** What somebody costs from which day on, and where they belong. */
export const PayDocket = ({ answer, who, canEdit, onClose }: Props) => {
  const say = useSay(attendanceScreenWords)
  const { data, error, refetch } = useCall(attendancePeople.people, {})
  const person = data && pricedOf(data.People.filter(({ Who }) => Who === who))
  const name = person?.EmployeeName ?? person?.Name ?? answer.Rows.find((row) => row.Who === who)?.Name ?? '–'
  return (
    <Docket title={name} aside={say('payTitle')} onClose={onClose}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && !person && <p className="note">{say('payElsewhere')}</p>}
      {person && <Pay key={person.PersonId} person={person} today={answer.Locations[0]?.Today ?? answer.ToDate} canEdit={canEdit} />}
    </Docket>
  )
}

/** Sources name the same person several times: the rates are kept with one of them. */
const pricedOf = (same: readonly AttendancePerson[]): AttendancePerson | undefined =>
  same.find(({ Rates }) => Rates.length > 0) ?? same.find(({ HomeLocationId }) => HomeLocationId !== null) ?? same[0]

const NOWHERE = ''

const Pay = ({ person, today, canEdit }: { person: AttendancePerson; today: string; canEdit: boolean }) => {
  const say = useSay(attendanceScreenWords)
  const cache = useQueryClient()
  const config = useStoredUser()?.Config
  const { mutate, isPending, error } = useSend(attendancePeople.match, { quiet: true, onDone: () => void cache.invalidateQueries() })
  const send = (body: { HomeLocationId?: number | null; Rates?: AttendancePerson['Rates'] }) =>
    mutate({ params: { personId: String(person.PersonId) as never }, body })
  const places = config?.Locations ?? []
  const home = places.find(({ LocationId }) => LocationId === person.HomeLocationId)
  const currency = home?.Currency ?? config?.Currency ?? places[0]?.Currency ?? 'AUD'
  return (
    <div className={styles.pay}>
      {canEdit ? (
        <Choose
          small
          label={say('belongs')}
          hint={say('belongsHint')}
          value={String(person.HomeLocationId ?? NOWHERE)}
          options={[[NOWHERE, say('belongsNowhere')] as const, ...places.map(({ LocationId, Name }) => [String(LocationId), Name] as const)]}
          disabled={isPending}
          onChange={(chosen) => send({ HomeLocationId: chosen === NOWHERE ? null : Number(chosen) })}
        />
      ) : (
        <p className="meta">
          {say('belongs')}: {home?.Name ?? say('belongsNowhere')}
        </p>
      )}
      <RateList
        rates={person.Rates}
        currency={currency}
        today={today}
        onRemove={canEdit ? (day) => send({ Rates: person.Rates.filter(({ FromDay }) => FromDay !== day) }) : undefined}
      />
      <Refusal error={error} />
      {canEdit && (
        <p>
          <Go to="/venue/imports/rates">{say('ratesFromFile')}</Go>
        </p>
      )}
      {canEdit ? (
        <NewRate
          key={person.Rates.length}
          taken={person.Rates.map(({ FromDay }) => FromDay)}
          today={today}
          currency={currency}
          busy={isPending}
          onAdd={(rate) => send({ Rates: [...person.Rates.filter(({ FromDay }) => FromDay !== rate.FromDay), rate] })}
        />
      ) : (
        <p className="note">{say('cannotPay')}</p>
      )}
    </div>
  )
}
