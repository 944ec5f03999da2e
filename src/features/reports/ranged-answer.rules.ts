import type { KeptTexts } from '#shared/json-decimals.ts'
import { JsonPieces, type JsonWriter } from '#shared/json-text.ts'
import { type Comparison, elapsedPart, type Reference } from './comparison.rules.ts'
import type { Span, Unit } from './period.rules.ts'
import { ALL, type Grid, type RowFigures } from './row-figures.rules.ts'
import { BYTES_OF_PERIOD, type Clocked, columnsOf, type PlannedPeriod, periodsText, writePeriods } from './sales-summary/sales-plan.rules.ts'

interface Place {
  locationId: number
  name: string
  currency: string
}

/** What is written of the columns themselves, and how the object of each begins, for every place. */
export interface WrittenColumns {
  list: string
  beginnings: KeptTexts
}

/** Needs no figure: it may be made while the database reads them. */
export const writtenColumns = (periods: readonly PlannedPeriod[]): WrittenColumns => ({ list: periodsText(periods), beginnings: columnsOf(periods) })

/** Everything an answer over days is made of. */
export interface RangedParts<Name extends string> {
  range: Span
  unit: Unit
  periods: readonly PlannedPeriod[]
  written: WrittenColumns
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

/** No more is written of a column before its figures. What is not written on costs nothing, and what is too short is copied. */
const BYTES_OF_COLUMN = 32

/** The answer, written as it is sent: by day it may have a hundred thousand figures. */
export const rangedAnswerText = <Name extends string, Answer>(parts: RangedParts<Name>): JsonPieces<Answer> => {
  const { periods, figures } = parts
  const ofPlace = (periods.length + 1) * (BYTES_OF_COLUMN + figures.longest)
  return new JsonPieces(2048 + periods.length * BYTES_OF_PERIOD + ofPlace, (json) => writeAnswer(json, parts))
}

function* writeAnswer<Name extends string>(json: JsonWriter, parts: RangedParts<Name>): Generator<undefined, void> {
  const { range, unit, written, places, figures, now } = parts
  const columns = written.beginnings
  const currency = currencyOf(places, parts.currency)
  json.begin({ Interval: unit, FromDate: range.from, ToDate: range.to })
  writePeriods(json, written.list)
  json.name('AsAt')
  json.value(now.toISOString())
  yield* json.longList('Locations', places, ({ locationId, name, currency: own }) =>
    writeRow(json, parts.grid, figures, columns, locationId, own, { LocationId: locationId, Name: name, Currency: own, ...parts.more(locationId, own) }),
  )
  json.name('Totals')
  writeRow(json, parts.grid, figures, columns, ALL, currency, { Currency: currency, ...parts.more(ALL, currency) })
  if (json.isLong) yield
  json.name('Compare')
  yield* writeCompared(json, parts, columns, currency)
  json.end()
}

/** The one currency of the places; null where there are several. */
const currencyOf = (places: readonly Place[], venueCurrency: string): string | null => {
  const currencies = new Set(places.map((place) => place.currency))
  return currencies.size > 1 ? null : ([...currencies][0] ?? venueCurrency)
}

const writeRow = <Name extends string>(
  json: JsonWriter,
  grid: Grid,
  figures: RowFigures<Name>,
  columns: KeptTexts,
  locationId: number,
  currency: string | null,
  members: object,
): void =>
  json.object(members, () => {
    const write = figures.writer(json, currency)
    const [range, first] = [grid.at(locationId, 0), grid.at(locationId, 1)]
    write(grid.sums, range)
    json.objects('Periods', columns, (i) => write(grid.sums, first + i * (first - range)))
  })

function* writeCompared<Name extends string>(
  json: JsonWriter,
  { compared, places, figures, range, clocks }: RangedParts<Name>,
  columns: KeptTexts,
  currency: string | null,
): Generator<undefined, void> {
  if (!compared) {
    json.value(null)
    return
  }
  const { kind, references, grid } = compared
  json.begin({
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
  })
  yield* json.longList('Locations', places, ({ locationId, currency: own }) =>
    writeRow(json, grid, figures, columns, locationId, own, { LocationId: locationId }),
  )
  json.name('Totals')
  writeRow(json, grid, figures, columns, ALL, currency, { Currency: currency })
  json.end()
}
