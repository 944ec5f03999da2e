import { noSums, type Sums } from '#features/reports/kit/figures.rules.ts'
import { figuresOf } from '#features/reports/kit/figures-of.rules.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { type ItemSums, itemSalesEach } from '#features/sums/reading/item-sales.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { productsOfSupplier } from './products-of-supplier.sql.ts'
import { SHOWN, type ShownFigures, supplierSales } from './supplier-sales.contract.ts'

export const supplierSalesImplementation = implement(supplierSales, {
  supplierPluSales: async ({ venue, supplier, query }) => {
    const range = { from: query.FromDate, to: query.ToDate }
    const byDay = query.Interval === 'day'
    checkRange(range, byDay ? 'day' : 'year')
    const places = venue.chosenLocations(query.Locations)
    const products = await productsOfSupplier(venue, supplier.supplierId)
    const slice = { locationIds: places.map(({ locationId }) => locationId) }
    const items = await itemSalesEach(venue, slice, [...products.keys()], piecesOf(range, coarsestFor(byDay ? 'day' : 'none', false)), byDay)
    const itemsAt = (place: number) => items.filter(({ locationId }) => locationId === place)
    return {
      VenueId: venue.venueId,
      FromDate: query.FromDate,
      ToDate: query.ToDate,
      AsAt: venue.now.toISOString(),
      Locations: places
        .filter(({ active, locationId }) => active || query.Locations !== undefined || itemsAt(locationId).length > 0)
        .map((place) => placeAnswer(place, itemsAt(place.locationId), products)),
    }
  },
})

const placeAnswer = (
  { locationId, name, currency }: VenueScope['locations'][number],
  items: readonly ItemSums[],
  products: ReadonlyMap<number, { plu: string; name: string }>,
) => {
  const totals = noSums()
  for (const { sums } of items) for (const [i, sum] of sums.entries()) totals[i] = (totals[i] ?? 0) + sum
  const rows = items.map(({ productId, day, sums }) => ({
    Plu: products.get(productId)?.plu ?? '',
    Name: products.get(productId)?.name ?? '',
    ...(day === null ? {} : { Day: day }),
    ...shown(sums, currency),
  }))
  rows.sort((one, other) => (one.Plu < other.Plu ? -1 : one.Plu > other.Plu ? 1 : (one.Day ?? '') < (other.Day ?? '') ? -1 : 1))
  return { LocationId: locationId, Name: name, Currency: currency, Products: rows, Totals: shown(totals, currency) }
}

const shown = (sums: Sums, currency: string): ShownFigures => {
  const figures = figuresOf(sums, currency)
  return Object.fromEntries(SHOWN.map((name) => [name, figures[name]])) as ShownFigures
}
