import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import { MOVEMENT_KINDS } from './card-fields.rules.ts'
import { type DifferenceRow, differenceRows, reasonsByLocation } from './points-differences.sql.ts'
import { type DifferenceReason, SALE_KINDS } from './points-figures.rules.ts'

interface DifferencesQuery {
  FromDate: string
  ToDate: string
  Locations?: number[] | undefined
  Reason?: DifferenceReason | undefined
}

const MOST = 1000

/**
 * Each sale and its ledger entry, side by side, where the two do not say the same points.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const pointsDifferences = async (scope: VenueScope, { FromDate, ToDate, Locations, Reason }: DifferencesQuery) => {
  checkRange({ from: FromDate, to: ToDate }, 'year')
  const places = scope.chosenLocations(Locations)
  const compared = { locationIds: places.map(({ locationId }) => locationId), from: FromDate, to: ToDate }
  const [rows, sums] = await Promise.all([differenceRows(scope, compared, Reason, MOST), reasonsByLocation(scope, compared)])
  const asked = sums.filter(({ reason }) => Reason === undefined || reason === Reason)
  const placeOf = new Map(places.map((place) => [place.locationId, place]))
  return {
    FromDate,
    ToDate,
    Locations: places.map(({ locationId, name, currency }) => ({ LocationId: locationId, Name: name, Currency: currency })),
    Differences: rows.map((row) => {
      const { name = '', currency = scope.venue.currency } = placeOf.get(row.locationId) ?? {}
      return {
        Reason: row.reason,
        LocationId: row.locationId,
        Location: name,
        Day: row.day,
        Points: row.points,
        Sale: saleOf(row, currency),
        Entry: entryOf(row),
      }
    }),
    Count: asked.reduce((all, { count }) => all + count, 0),
    Points: asked.reduce((all, { points }) => all + points, 0),
    AsAt: scope.now.toISOString(),
  }
}

const saleOf = ({ saleId, receipt, saleKind, soldAt, amount, saleCard, salePoints }: DifferenceRow, currency: string) =>
  saleId === null
    ? null
    : {
        SaleId: saleId,
        Receipt: receipt ?? '',
        Kind: SALE_KINDS[saleKind as keyof typeof SALE_KINDS] ?? ('Sale' as const),
        At: soldAt ?? '',
        Amount: toMajor(amount ?? 0, currency),
        CardNumber: saleCard,
        Points: salePoints ?? 0,
      }

const entryOf = ({ movementId, movementKind, postedAt, entryCard, entryPoints, by, comments }: DifferenceRow) =>
  movementId === null
    ? null
    : {
        MovementId: movementId,
        Kind: MOVEMENT_KINDS[(movementKind ?? 1) - 1] ?? ('Sale' as const),
        At: postedAt ?? '',
        CardNumber: entryCard ?? '',
        Points: entryPoints ?? 0,
        By: by,
        Comments: comments ?? '',
      }
