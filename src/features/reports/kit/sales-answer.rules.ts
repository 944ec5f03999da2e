import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { eachRow, type Reading } from '#features/sums/reading/readings.rules.ts'
import type { Comparison, Reference } from './comparison.rules.ts'
import { elapsedPart } from './comparison.rules.ts'
import { moneyOf } from './figure-steps.rules.ts'
import { type FigureName, type Figures, noSums, SUM_COUNT } from './figures.rules.ts'
import { FigureMaker, figuresOf } from './figures-of.rules.ts'
import { freshnessAt, type LocationFreshness } from './freshness.rules.ts'
import { type LateDay, lateDaysAnswer } from './late-days.rules.ts'
import { type Daypart, hourName, hoursOf, type Span, tradingHours, type Unit } from './period.rules.ts'
import { type Clocked, firstHourOf, type PlannedPeriod, periodsAnswer } from './sales-plan.rules.ts'
import type { Tally } from './tally.rules.ts'

/** A location as an answer is made of it. */
export interface AnsweredLocation {
  locationId: number
  name: string
  currency: string
  timeZone: string
}

/** Everything an answer is made of. */
export interface Parts {
  range: Span
  unit: Unit
  places: readonly AnsweredLocation[]
  clocks: readonly Clocked[]
  periods: readonly PlannedPeriod[]
  tally: Tally
  compared: Held | undefined
  /** How fresh each location's figures are. */
  freshness: readonly LocationFreshness[]
  late: readonly LateDay[]
  /** PLUs that were asked for and the venue does not have. */
  unknownItems: readonly string[]
  media: readonly MediaSums[] | null
  hours: readonly HourSums[] | null
  dayparts: readonly Daypart[]
  /** The venue's, for where no location is left to ask. */
  currency: string
  now: Date
}

/** What the figures are held against. */
export interface Held {
  kind: Comparison
  references: readonly Reference[]
  tally: Tally
  /** Where it is not trade but a target: the locations that make its total. Only net sales has one. */
  targeted?: readonly number[]
  /** Those of them for want of whose target there is no total. */
  withoutTarget?: readonly number[]
}

const TARGETED: readonly FigureName[] = ['Net']

/** What was paid with a media at a location. */
export interface MediaSums {
  locationId: number
  mediaKey: number
  name: string
  n: number
  amount: number
}

/** What an hour of the day came to at a location. */
export interface HourSums {
  locationId: number
  /** 0 to 23, + 100 the second time round when the clocks go back. */
  localHour: number
  n: number
  /** null where nobody counted them. */
  customers: number | null
  amount: number
  surcharge: number
}

/** The hours in what was read by the hour, of items, whose customers nobody counts. */
export const hoursIn = (readings: readonly Reading[]): HourSums[] => {
  const hours: HourSums[] = []
  for (const reading of readings) {
    const [n, amount, surcharge] = (['n', 'amount', 'surcharge'] as const).map((name) => reading.sums.indexOf(name) + 2) as [number, number, number]
    eachRow(reading, (row) => {
      const [locationId, localHour] = [row[0] as number, row[1] as number]
      hours.push({ locationId, localHour, n: row[n] as number, customers: null, amount: row[amount] as number, surcharge: row[surcharge] as number })
    })
  }
  return hours
}

/** Puts the answer together; every total is made here, from unrounded sums. */
export const salesAnswer = (parts: Parts): SalesAnswer => {
  const { range, unit, places, periods, tally, freshness, now } = parts
  return {
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    TotalsByCurrency: totalsByCurrency(tally, places),
    Media: mediaAnswer(parts),
    ...timesOfDay(parts),
    ...lateDaysAnswer(parts.late, places),
    UnknownItems: [...parts.unknownItems],
    AsAt: now.toISOString(),
    Periods: periodsAnswer(periods),
    Locations: places.map((place) => ({
      ...(freshnessAt(freshness, place.locationId) as LocationFreshness),
      ...figuresAt(tally, place, periods.length),
    })),
    Totals: totalsIn(tally, places, periods.length, parts.currency),
    Compare: comparedIn(parts),
  }
}

/** One location's figures, over the whole range and by column. */
const figuresAt = (tally: Tally, { locationId, currency }: AnsweredLocation, periods: number, known?: readonly FigureName[]) =>
  figuresIn(new FigureMaker(currency, { known }), tally.sums, tally.rowOf(locationId, 0), periods)

/** The totals of all locations, over the whole range and by column; over several currencies only counts are added. */
const totalsIn = (tally: Tally, places: readonly AnsweredLocation[], periods: number, venueCurrency: string, targeted?: readonly number[]) => {
  const currencies = currenciesOf(places)
  const Currency = currencies.length > 1 ? null : (currencies[0] ?? venueCurrency)
  const figures = new FigureMaker(Currency ?? venueCurrency, { isMixed: Currency === null, known: targeted && TARGETED })
  const over = tally.over(targeted?.length ? targeted : places.map(({ locationId }) => locationId))
  return { Currency, ...figuresIn(figures, over, 0, periods) }
}

/** The whole range's sums begin at `first`, and those of its columns follow. */
const figuresIn = (figures: FigureMaker, sums: Float64Array, first: number, periods: number) => ({
  ...figures.of(sums, first),
  ByPeriod: figures.byPeriod({ sums, first: first + SUM_COUNT, stride: SUM_COUNT, count: periods }),
})

/** One total per currency, so that nothing is lost where totals cannot be added. */
const totalsByCurrency = (tally: Tally, places: readonly AnsweredLocation[]): ({ Currency: string } & Figures)[] =>
  currenciesOf(places).map((Currency) => {
    const own = places.filter(({ currency }) => currency === Currency).map(({ locationId }) => locationId)
    const sums = noSums()
    tally.sumInto(sums, own, 0)
    return { Currency, ...figuresOf(sums, Currency) }
  })

const currenciesOf = (places: readonly AnsweredLocation[]): string[] => [...new Set(places.map(({ currency }) => currency))].sort()

const comparedIn = ({ compared, places, periods, range, clocks, currency }: Parts): SalesAnswer['Compare'] => {
  if (!compared) return null
  const { kind, references, tally } = compared
  const targeted = compared.targeted?.filter((id) => places.some(({ locationId }) => locationId === id))
  return {
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
    ...(targeted ? { WithoutTarget: targeted.filter((locationId) => compared.withoutTarget?.includes(locationId)) } : {}),
    Locations: places.map((place) => ({ LocationId: place.locationId, ...figuresAt(tally, place, periods.length, targeted && TARGETED) })),
    Totals: totalsIn(tally, places, periods.length, currency, targeted),
  }
}

/** How it was paid, one entry per media and currency. */
const mediaAnswer = ({ media, places }: Parts): SalesAnswer['Media'] => {
  if (!media) return null
  const currencies = new Map(places.map(({ locationId, currency }) => [locationId, currency]))
  const taken = new Map<string, { MediaKey: number; Name: string; Currency: string; Count: number; minor: number }>()
  for (const { locationId, mediaKey, name, n, amount } of media) {
    const Currency = currencies.get(locationId)
    if (!Currency) continue
    const one = taken.get(`${Currency} ${mediaKey}`)
    if (one) {
      one.Count += n
      one.minor += amount
    } else taken.set(`${Currency} ${mediaKey}`, { MediaKey: mediaKey, Name: name, Currency, Count: n, minor: amount })
  }
  return [...taken.values()]
    .sort((a, b) => b.minor - a.minor || a.MediaKey - b.MediaKey)
    .map(({ minor, ...one }) => ({ ...one, Amount: moneyOf(minor, one.Currency) }))
}

/** The hours of the trading day in order, and the venue's dayparts made of them. */
const timesOfDay = ({ hours, places, clocks, dayparts, currency }: Parts): Pick<SalesAnswer, 'Hours' | 'Dayparts'> => {
  if (!hours) return { Hours: null, Dayparts: null }
  const currencies = currenciesOf(places)
  const one = currencies.length > 1 ? null : (currencies[0] ?? currency)
  const byHour = new Map<number, HourTotal>()
  for (const row of hours) addHour(hourAt(byHour, row.localHour), row)
  const hourOf = ({ n, customers, amount, surcharge }: HourTotal) => ({
    Sales: n,
    Customers: customers,
    Net: one === null ? null : moneyOf(amount - surcharge, one),
    Amount: one === null ? null : moneyOf(amount, one),
  })
  const over = (part: Daypart) => {
    const total = noHour()
    for (const hour of hoursOf(part)) for (const same of [byHour.get(hour), byHour.get(hour + REPEATED)]) if (same) addHour(total, same)
    return hourOf(total)
  }
  const order = tradingHours(firstHourOf(clocks)).flatMap((hour) => (byHour.has(hour + REPEATED) ? [hour, hour + REPEATED] : [hour]))
  return {
    Hours: order.map((hour) => ({ Hour: hourName(hour), LocalHour: hour, ...hourOf(byHour.get(hour) ?? noHour()) })),
    Dayparts: dayparts.map((part) => ({ ...part, ...over(part) })),
  }
}

/** The second time round when the clocks go back. */
const REPEATED = 100

/** What hours came to at all places. */
type HourTotal = Omit<HourSums, 'locationId' | 'localHour'>

const noHour = (): HourTotal => ({ n: 0, customers: 0, amount: 0, surcharge: 0 })

const hourAt = (hours: Map<number, HourTotal>, hour: number): HourTotal => {
  let total = hours.get(hour)
  if (!total) {
    total = noHour()
    hours.set(hour, total)
  }
  return total
}

const addHour = (total: HourTotal, { n, customers, amount, surcharge }: HourTotal): void => {
  total.n += n
  // Once nobody counted them, nobody knows how many there were.
  total.customers = total.customers === null || customers === null ? null : total.customers + customers
  total.amount += amount
  total.surcharge += surcharge
}
