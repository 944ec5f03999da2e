import { hash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { takePunches } from '#features/intake/take-punches.sql.ts'
import { attendancePeopleOf, employeesOf, matchPerson } from '#features/rosters/attendance-people.sql.ts'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { SOURCE, STATE } from '#features/rosters/roster.rules.ts'
import { personIdsOf } from '#features/rosters/roster-people.sql.ts'
import { storeSheets, storeShifts } from '#features/rosters/store-rosters.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber } from '#shared/day.ts'
import { crewOf, type SampleShift, shiftsOfDay, UNMATCHED } from './crew.ts'
import { randomFor } from './random.ts'
import type { Shop } from './trade.ts'
import { weekdayOf } from './trading.ts'

const MINUTE_MS = 60_000
/** So many days before today have rosters; those of last year's week too, to compare with. */
const DAYS = 70
const YEAR = { from: 357, to: 377 }
/** A roster is made so far ahead. */
const AHEAD = 7
/** Timesheets are approved two days later. */
const APPROVED_AFTER = 2
/** So many days before today: somebody did not come, worked longer than planned, and people nobody knows clocked on. */
const NO_SHOW = 3
const LONGER = 2
const EXTRA = 4

const isRostered = (ago: number): boolean => ago <= DAYS || (ago >= YEAR.from && ago <= YEAR.to)

/** What of a day somebody did, in milliseconds. */
interface Done {
  shift: SampleShift
  from: number
  to: number
  breakFrom: number | null
}

/** A day, and the part of it that is looked at: after `since` up to `until`, in milliseconds. */
interface When {
  day: string
  today: string
  until: number
  /** What was punched up to then is there already; 0: nothing is. */
  since: number
}

const agoOf = ({ day, today }: When): number => dayNumber(today) - dayNumber(day)

/** Whether anything of rosters happens in a part of a day. */
export const hasWork = (seed: number, shop: Shop, when: When): boolean =>
  isRostered(agoOf(when)) && (when.since === 0 || punchesIn(seed, shop, when).length > 0)

/**
 * Plans and works a day: the roster and timesheets as a file would bring them, punches as tills send them.
 * @param manager who says who people are
 */
export const workDay = async (scope: VenueScope, manager: VenueScope | undefined, seed: number, shop: Shop, when: When): Promise<void> => {
  const { day, until, since } = when
  const ago = agoOf(when)
  if (since === 0) {
    await planDays(scope, seed, shop, ago === 0 ? Array.from({ length: AHEAD + 1 }, (_, i) => addDays(day, i)) : [day])
    if (manager) await introduce(scope, manager, shop, day)
  }
  const sent = punchesIn(seed, shop, when)
  const refused = sent.length > 0 && (await takePunches(scope, shop.locationId, sent)).find(({ status }) => status === 'rejected' || status === 'conflict')
  if (refused) throw new Error(`The sample made a punch that intake refuses: ${JSON.stringify(refused)}`)
  const done = doneOn(seed, shop, day, ago).filter(({ to }) => to <= until)
  if (since === 0 && ago >= 1) await handInDay(scope, shop, day, done, ago >= APPROVED_AFTER)
}

const punchesIn = (seed: number, shop: Shop, when: When) => {
  const { day, until, since } = when
  const ago = agoOf(when)
  const all = [...doneOn(seed, shop, day, ago), ...(ago === EXTRA || ago === EXTRA - 1 ? extraOf(shop, day) : [])]
  return all
    .flatMap((one) => punchesOf(shop, day, one))
    .filter(({ at }) => at <= until && at > since)
    .map(({ at, ...punch }) => ({ ...punch, At: new Date(at).toISOString() }))
}

const instantOf = ({ timeZone }: Shop, day: string, minutes: number): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '00:00' }).toPlainDateTime().add({ minutes }).toZonedDateTime(timeZone).epochMilliseconds

const content = (row: object): string => hash('sha256', JSON.stringify(row), 'hex')

const planDays = async (scope: VenueScope, seed: number, shop: Shop, days: readonly string[]): Promise<void> => {
  await lockAttendance(scope)
  const people = await filePeople(scope, shop)
  const planned = days.flatMap((day) => shiftsOfDay(seed, shop, day).map((shift) => ({ day, shift, personId: people.get(shift.worker.name) ?? null })))
  // Nobody has this one yet.
  const open = days.flatMap((day) => (days.length > 1 && weekdayOf(day) === 6 && shop.place.menu === 'bar' ? [{ day, shift: OPEN_SHIFT, personId: null }] : []))
  await storeShifts(
    scope,
    SOURCE.file,
    [...planned, ...open].map(({ day, shift, personId }) => ({
      code: `${shop.locationId} ${day} ${shift.from} ${personId === null ? '' : shift.worker.name}`,
      locationId: shop.locationId,
      areaId: null,
      day,
      personId,
      from: instantOf(shop, day, shift.from),
      to: instantOf(shop, day, shift.to),
      breakMinutes: shift.breakMinutes,
      minutes: shift.to - shift.from - shift.breakMinutes,
      cost: null,
      published: true,
      content: content({ ...shift, day }),
    })),
  )
}

const OPEN_SHIFT: SampleShift = { worker: { id: '', name: '', rate: 0 }, from: 18 * 60, to: 22 * 60, breakMinutes: 0 }

const filePeople = (scope: VenueScope, shop: Shop) =>
  personIdsOf(
    scope,
    SOURCE.file,
    crewOf(shop).map(({ name }) => ({ code: name, name })),
  )

/** Says who the till's people are, the first time: the employee or the person of the file of the same name, and what they cost. */
const introduce = async (scope: VenueScope, manager: VenueScope, shop: Shop, day: string): Promise<void> => {
  const crew = crewOf(shop)
  await personIdsOf(
    scope,
    SOURCE.till,
    crew.map(({ id, name }) => ({ code: id, name })),
  )
  const codes = [...crew.map(({ id }) => id), ...crew.map(({ name }) => name)]
  const unsaid = (await attendancePeopleOf(scope, await employeesOf(scope))).filter(({ Matched, Code }) => !Matched && codes.includes(Code))
  const rates = new Map(crew.map(({ name, rate }) => [name, rate]))
  // Those of the file first, so that the till's are the same as somebody who is known.
  for (const { PersonId, Source, Name, Suggested } of [...unsaid].sort((a, b) => a.Source.localeCompare(b.Source))) {
    const identity = Suggested?.EmployeeId
      ? { EmployeeId: Suggested.EmployeeId }
      : Source === 'File' || !Suggested?.PersonId
        ? { EmployeeId: null }
        : { SameAs: Suggested.PersonId }
    await matchPerson(manager, PersonId, {
      ...identity,
      HomeLocationId: shop.locationId,
      Rates: [{ FromDay: addDays(day, -400), Per: 'Hour', Amount: (rates.get(Name) ?? 0) / 100 }],
    })
  }
}

/** What everybody did: on time or a few minutes off, and now and then what a manager has to look at. */
const doneOn = (seed: number, shop: Shop, day: string, ago: number): Done[] =>
  shiftsOfDay(seed, shop, day).flatMap((shift, i): Done[] => {
    const random = randomFor(seed, `worked ${shop.place.menu} ${day} ${shift.worker.id}`)
    const isBar = shop.place.menu === 'bar'
    if (isBar && i === 0 && ago === NO_SHOW) return []
    const early = random.chance(0.04) ? -random.between(8, 16) : random.between(-2, 6)
    const after = isBar && i === 1 && ago === LONGER ? 75 : random.between(-4, 8)
    const from = instantOf(shop, day, shift.from) - early * MINUTE_MS
    const to = instantOf(shop, day, shift.to) + after * MINUTE_MS
    const breakFrom = shift.breakMinutes > 0 ? Math.round((from + to) / 2 / MINUTE_MS) * MINUTE_MS : null
    return [{ shift, from, to, breakFrom }]
  })

/** People whom only the till names. */
const extraOf = (shop: Shop, day: string): Done[] => {
  if (shop.place.menu !== 'bar') return []
  return UNMATCHED.map((worker, i) => {
    const shift = { worker, from: (17 + i) * 60, to: (20 + i * 2) * 60, breakMinutes: 0 }
    return { shift, from: instantOf(shop, day, shift.from), to: instantOf(shop, day, shift.to), breakFrom: null }
  })
}

const punchesOf = (shop: Shop, day: string, { shift, from, to, breakFrom }: Done) => {
  const punch = (Kind: 'In' | 'Out' | 'BreakStart' | 'BreakEnd', at: number) => ({
    PunchId: `${shop.locationId}-${day}-${shift.worker.id}-${shift.from}-${Kind}`,
    TerminalId: shop.place.terminals[0] ?? '',
    ClerkId: shift.worker.id,
    ClerkName: shift.worker.name,
    Kind,
    at,
  })
  return [
    punch('In', from),
    ...(breakFrom === null ? [] : [punch('BreakStart', breakFrom), punch('BreakEnd', breakFrom + shift.breakMinutes * MINUTE_MS)]),
    punch('Out', to),
  ]
}

const QUARTER = 15

/** Everybody's timesheet as it was handed in, to the quarter of an hour, and approved after some days. */
const handInDay = async (scope: VenueScope, shop: Shop, day: string, done: readonly Done[], isApproved: boolean): Promise<void> => {
  await lockAttendance(scope)
  const people = await filePeople(scope, shop)
  await storeSheets(
    scope,
    SOURCE.file,
    done.map(({ shift, from, to }) => {
      const claimed = Math.ceil(((to - from) / MINUTE_MS - shift.breakMinutes) / QUARTER) * QUARTER
      const approved = isApproved ? Math.round(((to - from) / MINUTE_MS - shift.breakMinutes) / QUARTER) * QUARTER : null
      return {
        code: `${shop.locationId} ${day} ${shift.from} ${shift.worker.name}`,
        locationId: shop.locationId,
        areaId: null,
        day,
        personId: people.get(shift.worker.name) ?? 0,
        from,
        to,
        breakMinutes: shift.breakMinutes,
        claimed,
        actual: null,
        approved,
        cost: null,
        state: isApproved ? STATE.approved : STATE.submitted,
        isLeave: false,
        approvedBy: isApproved ? 'Mia Tanaka' : '',
        note: '',
        shiftCode: null,
        content: content({ day, from, to, approved }),
      }
    }),
  )
}
