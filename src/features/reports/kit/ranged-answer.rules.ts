import { JsonPieces, type JsonWriter } from '#shared/json-text.ts'
import { type Comparison, elapsedPart, type Reference } from './comparison.rules.ts'
import type { Span, Unit } from './period.rules.ts'
import { ALL, type Grid, type RowFigures } from './row-figures.rules.ts'
import { BYTES_OF_FIGURE, BYTES_OF_PERIOD, type Clocked, type PlannedPeriod, writePeriods } from './sales-plan.rules.ts'

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
  /** The columns as JSON, which needs no figure: written while the database reads them. */
  columnsText: string
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

/** The answer, written as it is sent: by day it may have a hundred thousand figures. */
export const rangedAnswerText = <Name extends string, Answer>(parts: RangedParts<Name>): JsonPieces<Answer> => {
  const { periods, figures } = parts
  const ofPeriod = BYTES_OF_PERIOD + figures.names.length * BYTES_OF_FIGURE
  return new JsonPieces(4096 + periods.length * ofPeriod, (json) => writeAnswer(json, parts))
}

function* writeAnswer<Name extends string>(json: JsonWriter, parts: RangedParts<Name>): Generator<undefined, void> {
  const { range, unit, periods, places, figures, now } = parts
  const currency = currencyOf(places, parts.currency)
  json.begin({ Interval: unit, FromDate: range.from, ToDate: range.to })
  writePeriods(json, parts.columnsText)
  json.name('AsAt')
  json.value(now.toISOString())
  yield* json.longList('Locations', places, ({ locationId, name, currency: own }) =>
    writeRow(json, parts.grid, figures, periods.length, locationId, own, { LocationId: locationId, Name: name, Currency: own, ...parts.more(locationId, own) }),
  )
  json.name('Totals')
  writeRow(json, parts.grid, figures, periods.length, ALL, currency, { Currency: currency, ...parts.more(ALL, currency) })
  if (json.isLong) yield
  json.name('Compare')
  yield* writeCompared(json, parts, currency)
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
  periods: number,
  locationId: number,
  currency: string | null,
  members: object,
): void =>
  json.object(members, () => {
    const writer = figures.writer(json, currency)
    const [range, first] = [grid.at(locationId, 0), grid.at(locationId, 1)]
    writer.write(grid.sums, range)
    writer.byPeriod({ sums: grid.sums, first, stride: first - range, count: periods })
  })

function* writeCompared<Name extends string>(
  json: JsonWriter,
  { compared, places, periods, figures, range, clocks }: RangedParts<Name>,
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
    writeRow(json, grid, figures, periods.length, locationId, own, { LocationId: locationId }),
  )
  json.name('Totals')
  writeRow(json, grid, figures, periods.length, ALL, currency, { Currency: currency })
  json.end()
}
