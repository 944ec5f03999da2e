import { type Comparison, elapsedPart, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { noSums, SUM } from '#features/reports/kit/figures.rules.ts'
import { bucketStart, bucketsOf, hourName, type Span } from '#features/reports/kit/period.rules.ts'
import { type Clocked, firstHourOf } from '#features/reports/kit/sales-plan.rules.ts'
import type { Tally } from '#features/reports/kit/tally.rules.ts'
import { addTenders, isUnit, type MediaBy, noTenders, type TenderSums, tenderFigures } from './media-figures.rules.ts'
import type { MediaAnswer } from './media-summary.contract.ts'

interface Taken extends TenderSums {
  group: string
  mediaKey: number
}

/** Everything taken in one currency. */
interface InCurrency {
  currency: string
  places: readonly { locationId: number; name: string }[]
  taken: readonly Taken[]
  compared: { rows: readonly Taken[]; over: number } | undefined
  /** The sales of the same places and times. */
  takings: Tally
}

interface Parts {
  range: Span
  by: MediaBy
  weekStart: number
  freshness: MediaAnswer['Locations']
  names: ReadonlyMap<number, string>
  currencies: readonly InCurrency[]
  declared: MediaAnswer['Declared']
  compare: { kind: Comparison; references: readonly Reference[] } | undefined
  clocks: readonly Clocked[]
  now: Date
}

type Group = MediaAnswer['Groups'][number]

/** Puts the answer together; every total is made here, from unrounded sums. */
export const mediaAnswer = (parts: Parts): MediaAnswer => {
  const { range, by, freshness, compare, clocks, now } = parts
  return {
    FromDate: range.from,
    ToDate: range.to,
    By: by,
    Locations: freshness,
    Media: parts.currencies.flatMap((one) => mediaOf(parts, one)),
    Groups: parts.currencies.flatMap((one) => groupsOf(parts, one)),
    Places: by === 'terminal' ? parts.currencies.flatMap((one) => placesOf(one)) : [],
    Totals: parts.currencies.map(totalOf),
    Declared: parts.declared,
    Compare: compare
      ? {
          Kind: compare.kind,
          Ranges: compare.references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
          SameElapsedPart: compare.references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
        }
      : null,
    AsAt: now.toISOString(),
  }
}

const sumBy = <K>(rows: readonly Taken[], keyOf: (row: Taken) => K): Map<K, TenderSums> => {
  const sums = new Map<K, TenderSums>()
  for (const row of rows) {
    const key = keyOf(row)
    const there = sums.get(key) ?? noTenders()
    addTenders(there, row)
    sums.set(key, there)
  }
  return sums
}

const sumOf = (rows: readonly Taken[]): TenderSums => sumBy(rows, () => 'all').get('all') ?? noTenders()

/** The most taken first; of equals, the older media. */
const inOrder = (sums: ReadonlyMap<number, TenderSums>): [number, TenderSums][] => [...sums].sort(([a, one], [b, other]) => other.net - one.net || a - b)

const mediaOf = ({ names }: Parts, { currency, taken, compared }: InCurrency): MediaAnswer['Media'] => {
  const all = sumOf(taken).net
  const sums = sumBy(taken, ({ mediaKey }) => mediaKey)
  const before = sumBy(compared?.rows ?? [], ({ mediaKey }) => mediaKey)
  for (const key of before.keys()) if (!sums.has(key)) sums.set(key, noTenders())
  return inOrder(sums).map(([key, tenders]) => ({
    MediaKey: key,
    Name: names.get(key) ?? '',
    Currency: currency,
    ...tenderFigures(tenders, all, currency),
    Compared: compared ? moneyOf((before.get(key)?.net ?? 0) / compared.over, currency) : null,
  }))
}

const totalOf = ({ currency, places, taken, compared, takings }: InCurrency): MediaAnswer['Totals'][number] => {
  const all = sumOf(taken)
  const sold = noSums()
  takings.sumInto(
    sold,
    places.map(({ locationId }) => locationId),
    0,
  )
  const made = (['amount', 'nonSales', 'tips', 'rounding'] as const).reduce((sum, name) => sum + (sold[SUM[name]] as number), 0)
  return {
    Currency: currency,
    ...tenderFigures(all, all.net, currency),
    Takings: moneyOf(made, currency),
    Difference: moneyOf(all.net - made, currency),
    Compared: compared ? moneyOf(sumOf(compared.rows).net / compared.over, currency) : null,
    ComparedCount: compared ? Math.round(sumOf(compared.rows).n / compared.over) : null,
  }
}

/** The locations, tills or periods in their order, those without any tender left out. */
const groupsOf = (parts: Parts, one: InCurrency): Group[] => {
  const all = sumOf(one.taken).net
  const rows = new Map<string, Taken[]>()
  for (const row of one.taken) {
    const there = rows.get(row.group)
    if (there) there.push(row)
    else rows.set(row.group, [row])
  }
  return headsOf(parts, one, [...rows.keys()]).flatMap((head): Group[] => {
    const own = rows.get(head.Key)
    if (!own) return []
    const media = inOrder(sumBy(own, ({ mediaKey }) => mediaKey))
    return [
      {
        ...head,
        ...tenderFigures(sumOf(own), all, one.currency),
        Media: media.map(([key, tenders]) => ({ MediaKey: key, Name: parts.names.get(key) ?? '', ...tenderFigures(tenders, all, one.currency) })),
      },
    ]
  })
}

/** What each location took, all its tills together. */
const placesOf = ({ currency, places, taken }: InCurrency): MediaAnswer['Places'] => {
  const all = sumOf(taken).net
  const sums = sumBy(taken, ({ group }) => Number(group.split(':')[0]))
  return places.flatMap(({ locationId, name }) => {
    const own = sums.get(locationId)
    return own ? [{ LocationId: locationId, Name: name, Currency: currency, ...tenderFigures(own, all, currency) }] : []
  })
}

/** The hours in which anything was paid, in the order they are traded. */
const hoursPaid = (keys: readonly string[], first: number): number[] => keys.map(Number).sort((a, b) => tradedAt(a, first) - tradedAt(b, first) || a - b)

const tradedAt = (localHour: number, first: number): number => ((localHour % 100) - first + 24) % 24

type Head = Pick<Group, 'Key' | 'Name' | 'Currency' | 'LocationId' | 'FromDate' | 'ToDate'>

const headsOf = ({ by, range, weekStart, names, clocks }: Parts, { currency, places }: InCurrency, keys: readonly string[]): Head[] => {
  const whole = { Currency: currency, LocationId: null, FromDate: range.from, ToDate: range.to }
  if (by === 'location') return places.map(({ locationId, name }) => ({ ...whole, Key: String(locationId), Name: name, LocationId: locationId }))
  if (by === 'hour') return hoursPaid(keys, firstHourOf(clocks)).map((hour) => ({ ...whole, Key: String(hour), Name: hourName(hour) }))
  if (isUnit(by))
    return bucketsOf(range, by, weekStart).map(({ period, from, to }) => ({
      ...whole,
      Key: bucketStart(from, by, weekStart),
      Name: period,
      FromDate: from,
      ToDate: to,
    }))
  const tills = keys.map((key) => ({ key, location: Number(key.split(':')[0]), name: names.get(Number(key.split(':')[1])) ?? '' }))
  return places.flatMap(({ locationId, name }) =>
    tills
      .filter(({ location }) => location === locationId)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((till) => ({ ...whole, Key: till.key, Name: `${name} · ${till.name}`, LocationId: locationId })),
  )
}
