import type { RangedQuery } from '#features/reports/kit/ranged.contract.ts'
import { rangedAnswerOf } from '#features/reports/kit/ranged-answer.rules.ts'
import { type RangedAsked, type ReadSpan, rangedAsked, spanOfRange, spansOfReference } from '#features/reports/kit/ranged-asked.report.ts'
import { columnsOf } from '#features/reports/kit/ranged-columns.rules.ts'
import {
  countsOfDay,
  leadTimes,
  RESERVATION_SUMS,
  RESERVATIONS_FORMAT,
  RESERVATIONS_WIDTH,
  type ReservationFigure,
  reservationFigures,
  salesInto,
  stateAt,
} from '#features/reports/kit/reservations.rules.ts'
import { Grid } from '#features/reports/kit/row-figures.rules.ts'
import { type GuestVisit, tablesIn } from '#features/sums/reading/guests.sql.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import { reservationsOf } from '#features/sums/reading/reservations.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, tradingMoment } from '#shared/day.ts'
import type { ReservationsAnswer } from './reservations.contract.ts'

/**
 * Tables booked by location and period, with what those who booked spent against those who walked in.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const reservationsReport = async (scope: VenueScope, query: RangedQuery): Promise<ReservationsAnswer> => {
  const asked = await rangedAsked(scope, query)
  keepPlans(scope)
  const [grid, compared] = [gridFor(asked), gridFor(asked)]
  await Promise.all([
    readInto(scope, grid, spanOfRange(scope, asked)),
    ...asked.references.flatMap((reference) => spansOfReference(scope, asked, reference).map((span) => readInto(scope, compared, span))),
  ])
  compared.divideBy(asked.averagedOver)
  return rangedAnswerOf<ReservationFigure, ReservationsAnswer>({
    ...asked,
    places: asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || grid.has(locationId)),
    figures: reservationFigures,
    grid,
    compared: query.Compare && query.Compare !== 'none' ? { kind: query.Compare, references: asked.references, grid: compared } : undefined,
    more: (locationId) => ({ LeadTimes: leadTimes(grid.sums, grid.at(locationId, 0)) }),
    currency: scope.venue.currency,
    now: scope.now,
  })
}

const gridFor = ({ places, periods }: RangedAsked): Grid =>
  new Grid(
    places.map(({ locationId }) => locationId),
    periods.map(({ period }) => period),
    RESERVATIONS_WIDTH,
  )

const readInto = async (scope: VenueScope, grid: Grid, span: ReadSpan): Promise<void> => {
  const columnOf = columnsOf(span, grid)
  const sold = new Float64Array(RESERVATIONS_WIDTH)
  const addSold: GuestVisit = (locationId, day, row, at) => {
    const column = columnOf(day)
    if (column === undefined) return
    salesInto(sold, row, at)
    grid.addRow(locationId, column, sold)
  }
  const [texts] = await Promise.all([countsIn(scope, span), tablesIn(scope, span, addSold)])
  eachRow({ sums: RESERVATION_SUMS, texts }, (row) => {
    const column = columnOf(row[1] as number)
    if (column === undefined) return
    grid.addRow(row[0] as number, column, row.subarray(2))
  })
}

/** The counts of days as texts; of a day that is cut at a minute, what had become of its tables by then. A day in another format is counted from its reservations. */
const countsIn = async (scope: VenueScope, { locationIds, from, to, untilMinute }: ReadSpan): Promise<string[]> => {
  const { sql, venueId } = scope
  if (untilMinute !== undefined) return [await countsUntil(scope, locationIds, from, untilMinute)]
  const format = scope.readStored(RESERVATIONS_FORMAT)
  const [row] = await sql<{ numbers: string | null; others: string[] | null }[]>`
    select string_agg(concat_ws(',', location_id, day - date '1970-01-01', counts), ';') filter (where format = ${format}) as numbers,
      array_agg(location_id || ' ' || day) filter (where format is distinct from ${format}) as others from reservation_day
    where venue_id = ${venueId} and location_id = any(${locationIds}::int[]) and day between ${from} and ${to}`
  return [row?.numbers ?? '', row?.others ? await countsOf(scope, row.others) : '']
}

/** The counts of days of places, from their reservations. */
const countsOf = async (scope: VenueScope, cells: readonly string[]): Promise<string> => {
  const named = cells.map((cell) => cell.split(' ') as [string, string])
  const once = <T>(all: T[]): T[] => [...new Set(all)]
  const rows = await reservationsOf(scope, once(named.map(([id]) => Number(id))), once(named.map(([, day]) => day)))
  const byCell = new Map(cells.map((cell) => [cell, [] as typeof rows]))
  for (const row of rows) byCell.get(`${row.locationId} ${row.day}`)?.push(row)
  return named.map(([id, day]) => [id, dayNumber(day), ...countsOfDay(byCell.get(`${id} ${day}`) ?? [])].join(',')).join(';')
}

/** Tables are booked before the day begins, so all of them count; who came and who did not is told up to the minute. */
const countsUntil = async (scope: VenueScope, locationIds: readonly number[], day: string, untilMinute: number): Promise<string> => {
  const rows = await reservationsOf(scope, locationIds, [day])
  const clocks = new Map(scope.locations.map((location) => [location.locationId, location]))
  const counts = locationIds.map((locationId) => {
    const place = clocks.get(locationId)
    const isCome = ({ dueAt }: { dueAt: Date }) => place !== undefined && tradingMoment(dueAt, place.timeZone, place.dayStart).minute <= untilMinute
    const own = rows.filter((row) => row.locationId === locationId).flatMap((row) => stateAt(row, isCome(row)))
    return [locationId, dayNumber(day), ...countsOfDay(own)].join(',')
  })
  return counts.join(';')
}
