import type { ScopeLocation } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { daysIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { itemsOf, type StockItem } from './on-hand/stock-items.rules.ts'
import { stockNow } from './on-hand/stock-now.report.ts'
import { productsOf } from './products.sql.ts'
import { QUANTITY_STEPS } from './purchases.rules.ts'
import { type ListedPurchase, purchasesIn } from './purchases.sql.ts'
import { lineAnswer, purchaseTotals } from './purchases-answer.rules.ts'
import { type StockRow, stockMoved } from './stock.sql.ts'
import { MOST_LINES, suppliers } from './suppliers.contract.ts'
import { takePurchases } from './take-purchases.sql.ts'
import { venuesGranted } from './venues-granted.adapter.ts'

const LONGEST_DAYS = 400
/** What sold since counts of these days is read at once; older counts take a question each. */
const KNOWN_DAYS = 28

export const suppliersImplementation = implement(suppliers, {
  venues: async ({ house, supplier }) => ({
    SupplierId: supplier.supplierId,
    SupplierName: supplier.supplierName,
    Scopes: [...supplier.scopes],
    Venues: await venuesGranted(house.sql, supplier.venueIds),
  }),
  stockOnHand: async ({ venue, supplier, query }) => {
    const places = venue.chosenLocations(query.Locations)
    const products = await productsOf(venue, supplier.supplierId)
    const ids = places.map(({ locationId }) => locationId)
    const moved = await stockMoved(
      venue,
      products.map(({ productId }) => productId),
      ids,
    )
    const rows = new Map(moved.map((row) => [`${row.locationId} ${row.productId}`, row]))
    const own = new Set(products.map(({ productId }) => productId))
    const now = own.size === 0 ? [] : await itemsOf((await stockNow(venue, places, KNOWN_DAYS)).byPlace)
    const known = new Map<string, StockItem>()
    for (const item of now) if (own.has(item.productId)) known.set(`${item.locationId} ${item.productId}`, item)
    return {
      VenueId: venue.venueId,
      AsAt: venue.now.toISOString(),
      Locations: places.map(({ locationId, name }) => ({
        LocationId: locationId,
        Name: name,
        Products: products.map(({ productId, plu, name: product }) => {
          const at = `${locationId} ${productId}`
          return { Plu: plu, Name: product, ...stockAnswer(rows.get(at), known.get(at)) }
        }),
      })),
    }
  },
  purchases: async ({ venue, supplier, query }) => {
    const { FromDate, ToDate } = query
    if (FromDate > ToDate) throw failure('RangeBackwards')
    if (daysIn(FromDate, ToDate) > LONGEST_DAYS) throw failure('RangeTooLong', { limit: `${LONGEST_DAYS} days` })
    const places = venue.chosenLocations(query.Locations)
    const ids = places.map(({ locationId }) => locationId)
    const lines = await purchasesIn(venue, supplier.supplierId, ids, { from: FromDate, to: ToDate })
    return { VenueId: venue.venueId, FromDate, ToDate, Locations: places.map((place) => purchasesAt(place, lines)) }
  },
  postPurchases: async ({ venue, supplier, body: { Purchases } }) => {
    if (Purchases.length > MOST_LINES) throw failure('TooLarge', { limit: `${MOST_LINES} lines` })
    if (Purchases.length === 0) throw fieldFailure('Purchases', 'Purchases must have at least one line.')
    const outcomes = await takePurchases(venue, supplier, Purchases)
    const count = (...wanted: string[]) => outcomes.filter(({ status }) => wanted.includes(status)).length
    return {
      Received: Purchases.length,
      Accepted: count('accepted'),
      Duplicates: count('duplicate'),
      Rejected: count('rejected', 'conflict'),
      Results: outcomes.map(({ status, errors }, at) => ({
        Index: at,
        Invoice: textIn(Purchases[at], 'Invoice', 64),
        Line: textIn(Purchases[at], 'Line', 16),
        Status: status,
        Errors: errors,
      })),
    }
  },
})

const purchasesAt = ({ locationId, name, currency }: ScopeLocation, lines: readonly ListedPurchase[]) => {
  const here = lines.filter((line) => line.locationId === locationId)
  return {
    LocationId: locationId,
    Name: name,
    Currency: currency,
    Lines: here.map((line) => lineAnswer(line, currency)),
    Totals: purchaseTotals(here, currency),
  }
}

/** Until stock is counted nobody knows what there was before the first movement, so there is no figure for what is on hand. */
const stockAnswer = (row: StockRow | undefined, item: StockItem | undefined) => {
  const count = item?.latest?.count
  const { since = null, purchased = 0, sold = 0, wasted = 0, moved = 0 } = row ?? {}
  return {
    OnHand: item && item.onHand !== null ? item.onHand / QUANTITY_STEPS : null,
    CountedAt: count?.at.toISOString() ?? null,
    Basis: count ? ('count' as const) : ('movements' as const),
    Since: since,
    Purchased: purchased / QUANTITY_STEPS,
    Sold: sold / QUANTITY_STEPS,
    Wasted: wasted / QUANTITY_STEPS,
    Change: (purchased - sold - wasted + moved) / QUANTITY_STEPS,
  }
}

/** What a line that may be anything said under a name, to find it again by. */
const textIn = (line: unknown, name: string, longest: number): string | null => {
  const text = (line as Record<string, unknown> | null | undefined)?.[name]
  return typeof text === 'string' ? text.slice(0, longest) : null
}
