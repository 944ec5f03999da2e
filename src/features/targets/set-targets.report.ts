import { holidaysByDay } from '#features/reports/kit/calendar/holidays-by-day.rules.ts'
import { clocksOf, todayOf } from '#features/reports/kit/clocks.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { eachDaySold } from '#features/sums/reading/days-sold.sql.ts'
import { wholeParts } from '#features/venues/fee.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf, monthEnd } from '#shared/day.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { type HolidayOn, historyOf, spread } from './spread.rules.ts'
import type { SentTarget } from './targets.contract.ts'
import { settableMonths } from './targets.rules.ts'
import { dropTargets, keepTargets, lockTargets, targetsIn } from './targets.sql.ts'

/** A target that is to be set, in minor units; null is taken away. */
interface Given {
  place: ScopeLocation
  month: string
  amount: number | null
}

/**
 * Sets targets and spreads each over its days, all of them or none.
 * @throws LocationNotFound; ValidationFailed for a target named twice, too far from today, or with more decimals than its currency has
 */
export const setTargets = async (scope: VenueScope, sent: readonly SentTarget[]): Promise<void> => {
  const given = givenIn(scope, sent)
  await lockTargets(scope)
  const before = await targetsBefore(scope, given)
  const set = given.flatMap(({ place, month, amount }) => (amount === null ? [] : [{ place, month, amount }]))
  const days = await spreader(scope, set)
  await keepTargets(
    scope,
    set.map(({ place, month, amount }) => ({ locationId: place.locationId, month, amount, days: days(place, month, amount) })),
  )
  await dropTargets(
    scope,
    given.filter(({ amount }) => amount === null).map(({ place: { locationId }, month }) => ({ locationId, month })),
  )
  await noteChanges(scope, given, before)
}

const givenIn = (scope: VenueScope, sent: readonly SentTarget[]): Given[] => {
  const places = scope.chosenLocations(sent.map(({ LocationId }) => LocationId))
  const errors: FieldError[] = []
  const [first, last] = settableMonths(todayOf(scope, clocksOf(scope, places)))
  const seen = new Set<string>()
  const given = sent.map(({ LocationId, Month, Amount }, i): Given => {
    const place = places[i] as ScopeLocation
    const amount = Amount === null ? null : wholeParts(Amount, decimalsOf(place.currency))
    if (amount === undefined)
      errors.push({ FieldName: `Targets.${i}.Amount`, ErrorCode: 'Invalid', Message: `Targets.${i}.Amount has more decimals than the currency.` })
    if (seen.has(`${LocationId} ${Month}`))
      errors.push({ FieldName: `Targets.${i}.Month`, ErrorCode: 'Twice', Message: 'This location has two targets for one month. Keep one of them.' })
    // What was set earlier may be taken away at any time.
    if (Amount !== null && (Month < first || Month > last))
      errors.push({
        FieldName: `Targets.${i}.Month`,
        ErrorCode: 'OutOfRange',
        Message: `Targets can be set from ${first} to ${last}. Choose a month between them.`,
      })
    seen.add(`${LocationId} ${Month}`)
    return { place, month: `${Month}-01`, amount: amount ?? null }
  })
  if (errors.length > 0) throw failure('ValidationFailed', {}, errors)
  return given
}

const keyOf = (locationId: number, month: string): string => `${locationId} ${month}`

const targetsBefore = async (scope: VenueScope, given: readonly Given[]): Promise<Map<string, number>> => {
  const months = given.map(({ month }) => month).sort()
  const span = { from: months[0] as string, to: months.at(-1) as string }
  const there = await targetsIn(scope, [...new Set(given.map(({ place }) => place.locationId))], span)
  return new Map(there.map(({ locationId, month, amount }) => [keyOf(locationId, month), amount]))
}

/** Spreads targets by what each location sold before its month, and by the public holidays it keeps. */
const spreader = async (scope: VenueScope, set: readonly Given[]) => {
  const places = [...new Map(set.map(({ place }) => [place.locationId, place])).values()]
  const todays = new Map(clocksOf(scope, places).map(({ locationId, day }) => [locationId, day]))
  const historyAt = ({ locationId }: ScopeLocation, month: string) => historyOf(month, todays.get(locationId) as string)
  const spans = set.map(({ place, month }) => historyAt(place, month))
  const sold = await soldIn(scope, places, spans)
  const holidays = new Map(places.map((place) => [place.locationId, holidaysAt(place, spans, set)]))
  return (place: ScopeLocation, month: string, amount: number): number[] => {
    const { from, to } = historyAt(place, month)
    const history = new Map([...(sold.get(place.locationId) ?? [])].filter(([day]) => day >= from && day <= to))
    return spread(amount, month, history, holidays.get(place.locationId) as HolidayOn)
  }
}

const soldIn = async (scope: VenueScope, places: readonly ScopeLocation[], spans: readonly Span[]): Promise<Map<number, Map<string, number>>> => {
  const sold = new Map<number, Map<string, number>>()
  if (spans.length === 0) return sold
  const ids = places.map(({ locationId }) => locationId)
  await eachDaySold(scope, ids, around(spans), (locationId, at, _, net) => {
    const days = sold.get(locationId) ?? new Map<string, number>()
    const day = dayOf(at)
    sold.set(locationId, days.set(day, (days.get(day) ?? 0) + net))
  })
  return sold
}

/** A holiday of a part of the day leaves the day as it is. */
const holidaysAt = (place: ScopeLocation, spans: readonly Span[], set: readonly Given[]): HolidayOn => {
  const byDay = holidaysByDay([place], around([...spans, ...set.map(({ month }) => ({ from: month, to: monthEnd(month) }))]))
  return (day) => {
    const holiday = byDay.get(day)?.find(({ From }) => From === null)
    return holiday && (holiday.Observed ? `${holiday.Key} observed` : holiday.Key)
  }
}

const around = (spans: readonly Span[]): Span => ({
  from: spans.map(({ from }) => from).sort()[0] as string,
  to: spans
    .map(({ to }) => to)
    .sort()
    .at(-1) as string,
})

/** What changed, by location and month; what was set to what it was says nothing. */
const noteChanges = async (scope: VenueScope, given: readonly Given[], before: ReadonlyMap<string, number>): Promise<void> => {
  const changed = given.filter(({ place, month, amount }) => (before.get(keyOf(place.locationId, month)) ?? null) !== amount)
  if (changed.length === 0) return
  const written = (minor: number | null | undefined, currency: string) =>
    minor === null || minor === undefined ? '–' : toMajor(minor, currency).toFixed(decimalsOf(currency))
  const Targets = changed.map(
    ({ place, month, amount }) =>
      `${place.name} ${month.slice(0, 7)}: ${written(before.get(keyOf(place.locationId, month)), place.currency)} → ${written(amount, place.currency)}`,
  )
  await scope.audit({ action: 'targets.changed', subject: scope.venue.name, detail: { Targets } })
}
