import { type Comparison, elapsedPart, type Reference } from './comparison.rules.ts'
import type { Span, Unit } from './period.rules.ts'
import { ALL, type Grid, type RowFigures } from './row-figures.rules.ts'
import { type Clocked, type PlannedPeriod, periodsAnswer } from './sales-plan.rules.ts'

interface Place {
  locationId: number
  name: string
  currency: string
}

/** Everything an answer over days is made of. */
export interface RangedParts<Name extends string> {
  range: Span
  unit: Unit
  periods: readonly PlannedPeriod[]
  places: readonly Place[]
  clocks: readonly Clocked[]
  figures: RowFigures<Name>
  grid: Grid
  compared: { kind: Comparison; references: readonly Reference[]; grid: Grid } | undefined
  /** What else is told of a location, and of all; its money in the currency given, null over several. */
  more: (locationId: number, currency: string | null) => object
  /** The venue's, for where no location is left to ask. */
  currency: string
  now: Date
}

/** The answer of a report over days with figures of its own; `more` has what only some of these reports tell. */
export const rangedAnswerOf = <Name extends string, Answer>(parts: RangedParts<Name>): Answer => {
  const { range, unit, periods, places, grid, more, now } = parts
  const currency = currencyOf(places, parts.currency)
  return {
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    Periods: periodsAnswer(periods),
    AsAt: now.toISOString(),
    Locations: places.map(({ locationId, name, currency: own }) => ({
      LocationId: locationId,
      Name: name,
      Currency: own,
      ...more(locationId, own),
      ...figuresAt(parts, grid, locationId, own),
    })),
    Totals: { Currency: currency, ...more(ALL, currency), ...figuresAt(parts, grid, ALL, currency) },
    Compare: comparedIn(parts, currency),
  } as Answer
}

/** The one currency of the places; null where there are several. */
const currencyOf = (places: readonly Place[], venueCurrency: string): string | null => {
  const currencies = new Set(places.map((place) => place.currency))
  return currencies.size > 1 ? null : ([...currencies][0] ?? venueCurrency)
}

/** The figures of a location, or of all: over the whole range, and by period. */
const figuresAt = <Name extends string>({ figures, periods }: RangedParts<Name>, grid: Grid, locationId: number, currency: string | null) => {
  const [range, first] = [grid.at(locationId, 0), grid.at(locationId, 1)]
  const ByPeriod = figures.byPeriod({ sums: grid.sums, first, stride: first - range, count: periods.length }, currency)
  return { ...figures.of(grid.sums, range, currency), ByPeriod }
}

const comparedIn = <Name extends string>(parts: RangedParts<Name>, currency: string | null) => {
  const { compared, places, range, clocks } = parts
  if (!compared) return null
  const { kind, references, grid } = compared
  return {
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
    Locations: places.map(({ locationId, currency: own }) => ({ LocationId: locationId, ...figuresAt(parts, grid, locationId, own) })),
    Totals: { Currency: currency, ...figuresAt(parts, grid, ALL, currency) },
  }
}
