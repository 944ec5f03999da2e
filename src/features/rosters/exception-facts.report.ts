import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { groupBy } from '#shared/group-by.ts'
import { isFor } from './attendance.rules.ts'
import { type Answering, kindsOf, namer } from './attendance-answer.rules.ts'
import type { AttendanceRow } from './attendance-sums.sql.ts'
import { type DayFacts, factsOf } from './day-facts.sql.ts'
import { hoursOf, SOURCE, whoOf } from './roster.rules.ts'
import type { AttendanceException, ExceptionKind } from './time-attendance.contract.ts'

type Asking = Omit<Answering, 'scope'>

/** What each exception of some days is about: what was planned, what the clock says, and by how much they differ. */
export const exceptionFacts = async (scope: VenueScope, asking: Asking, rows: readonly AttendanceRow[]): Promise<AttendanceException[]> => {
  const answering = { ...asking, scope }
  const { seesTimesheets, people } = answering
  const byWho = groupBy(people, whoOf)
  const asked = [...groupBy(rows, ({ who }) => who)].map(([who, own]) => ({
    who,
    personIds: (byWho.get(who) ?? []).map(({ personId }) => personId),
    days: [...new Set(own.flatMap(({ day }) => [addDays(day, -1), day, addDays(day, 1)]))],
  }))
  const facts = await factsOf(scope, asked)
  const nameOf = namer(answering)
  return rows.flatMap((row) =>
    kindsOf(row.exceptions, seesTimesheets).map((Kind) => {
      const { Person: _, LentFrom: __, ...who } = nameOf(row.who, row.locationId)
      return {
        Kind,
        ...who,
        Day: row.day,
        ...momentsOf(scope, row, Kind, facts.get(row.who)),
        Roster: hoursOf(row.rostered),
        Hours: hoursOf(row.payable),
        Minutes: minutesOf(row, Kind),
      }
    }),
  )
}

const minutesOf = ({ late, beyond }: AttendanceRow, kind: ExceptionKind): number => (kind === 'Late' ? late : kind === 'LongerThanPlan' ? beyond : 0)

const momentsOf = (scope: VenueScope, { locationId, day }: AttendanceRow, kind: ExceptionKind, facts: DayFacts | undefined) => {
  const zone = scope.locations.find((one) => one.locationId === locationId)?.timeZone ?? scope.locations[0]?.timeZone ?? 'UTC'
  const clock = (at: number | null | undefined) => (at === null || at === undefined ? null : instantIn(new Date(at), zone))
  const isHere = (one: { locationId: number; day: string }) => one.locationId === locationId && one.day === day
  const works = (facts?.works ?? []).filter(isHere)
  const shifts = (facts?.shifts ?? []).filter(isHere)
  const shift = kind === 'NoShow' ? shifts.find((one) => !(facts?.works ?? []).some((work) => isFor(one, work))) : shifts[0]
  const work = (kind === 'StillIn' || kind === 'NoPunchOut' ? works.find(({ to }) => to === null) : undefined) ?? works[0]
  const spell = work?.sheets.find(({ source }) => source === SOURCE.till) ?? work
  const other =
    kind === 'Overlapping' && work
      ? (facts?.works ?? []).find((one) => one !== work && one.from < (work.to ?? 0) && (one.to ?? one.from) > work.from)
      : undefined
  const shown = other ?? spell
  return {
    From: clock(shift?.from),
    To: clock(shift?.to),
    In: clock(shown?.from),
    Out: clock(shown?.to),
    AlsoAt: other ? (scope.locations.find((one) => one.locationId === other.locationId)?.name ?? null) : null,
  }
}
