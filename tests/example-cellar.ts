import { storeBuyer } from '#features/stock/excises/buyers.sql.ts'
import { storeRate } from '#features/stock/excises/excise-rates.sql.ts'
import { PUBLISHED_POINTS } from '#features/stock/excises/published-points.rules.ts'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { storeMovements } from '#features/stock/intake/store-movements.sql.ts'
import { movementsAt } from '#features/stock/movements/movements.sql.ts'
import { MOVEMENT } from '#features/stock/movements.rules.ts'
import { storePurchases } from '#features/stock/purchases.sql.ts'
import { storeOrders } from '#features/stock/reorders/orders.sql.ts'
import { savedAt, storeSaved } from '#features/stock/reorders/saved-orders.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { nameProducts } from './cellar-house.ts'
import type { StartedApp } from './start-app.ts'

let made = 0

const orderable = (app: StartedApp, venueId: number): Promise<{ productId: number; plu: string; supplierId: number }> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => {
    const { sql } = scope
    const plu = `ORDERED-${process.pid}-${made++}`
    const productId = (await nameProducts(scope, [plu])).get(plu) ?? 0
    const supplierId = 900_000 + (process.pid % 90_000)
    await sql`
      insert into venue_supplier (venue_id, supplier_id, name, order_email) values (${venueId}, ${supplierId}, 'Example Drinks', 'orders@example.com')
      on conflict (venue_id, supplier_id) do nothing`
    await sql`insert into product_supplier (venue_id, product_id, supplier_id, pack_size, lead_days) values (${venueId}, ${productId}, ${supplierId}, 240000, 3)`
    return { productId, plu, supplierId }
  })

/** @returns the PLU of a product that somebody supplies in packs of 24 */
export const someOrderedProduct = async (app: StartedApp, venueId = 1): Promise<string> => (await orderable(app, venueId)).plu

/** @returns the number of an order that is waited for; for one use */
export const someOrder = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  const { productId, supplierId } = await orderable(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async (scope) => {
    const locationId = at ?? scope.locations[0]?.locationId ?? 0
    const [order] = await storeOrders(scope, [
      {
        locationId,
        supplierId,
        madeOn: '2026-11-20',
        dueOn: null,
        note: '',
        madeBy: null,
        lines: [{ productId, packs: 2, packSize: 240_000, packCost: 4800 }],
      },
    ])
    return order?.orderId ?? ''
  })
}

/** A product of a supplier of its own: a location has one saved list of each supplier. */
const saveable = async (scope: VenueScope): Promise<{ productId: number; plu: string; supplierId: number }> => {
  const { sql, venueId } = scope
  const supplierId = 800_000_000 + (process.pid % 90_000) * 1000 + made++
  const plu = `SAVED-${supplierId}`
  const productId = (await nameProducts(scope, [plu])).get(plu) ?? 0
  await sql`insert into venue_supplier (venue_id, supplier_id, name) values (${venueId}, ${supplierId}, ${`Example ${supplierId}`})`
  await sql`insert into product_supplier (venue_id, product_id, supplier_id, pack_size, lead_days) values (${venueId}, ${productId}, ${supplierId}, 240000, 3)`
  return { productId, plu, supplierId }
}

/** @returns the PLU of a product of whose supplier no list is saved */
export const someSaveableProduct = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => (await saveable(scope)).plu)

/** @returns the number of an order list that is saved and not made; for one use */
export const someSavedOrder = (app: StartedApp, venueId = 1, at?: number): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => {
    const { productId, supplierId } = await saveable(scope)
    const locationId = at ?? scope.locations[0]?.locationId ?? 0
    await storeSaved(scope, { savedId: undefined, locationId, supplierId, note: '', savedBy: null, lines: [{ productId, packs: 2 }] })
    const list = (await savedAt(scope, [locationId])).find((one) => one.supplierId === supplierId)
    return list?.savedId ?? ''
  })

/** @returns the PLU of a product that nobody counted yet */
export const someCountedProduct = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => {
    const plu = `COUNTED-${process.pid}-${made++}`
    await nameProducts(scope, [plu])
    return plu
  })

/** @returns the number of a committed count; for one use */
export const someCount = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  const plu = await someCountedProduct(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async (scope) => {
    const productId = (await nameProducts(scope, [])).get(plu) ?? 0
    const locationId = at ?? scope.locations[0]?.locationId ?? 0
    const count = { locationId, section: '', countedAt: new Date('2026-11-20T01:00:00Z'), day: '2026-11-20', source: 'screen' as const, toldId: null, note: '' }
    const { countId } = await storeCount(scope, { ...count, committedBy: null, lines: [{ productId, qty: 40_000 }] }, async () => new Map())
    return countId
  })
}

/** @returns the number of a write-off; for one use */
export const someStockMovement = async (app: StartedApp, venueId = 1): Promise<string> => {
  const plu = await someCountedProduct(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async (scope) => {
    const productId = (await nameProducts(scope, [])).get(plu) ?? 0
    const locationId = scope.locations[0]?.locationId ?? 0
    const move = { kind: MOVEMENT.wastage, locationId, productId, day: '2026-11-20', at: null, qty: -5000, reason: 'spill', toldId: plu, otherLocationId: null }
    await storeMovements(scope, { source: 'screen' }, [move], async () => new Map())
    const [row] = (await movementsAt(scope, locationId)).filter(({ toldId }) => toldId === plu)
    return row?.movementId ?? ''
  })
}

/** @returns the number of a rate of an item of its own; for one use */
export const someExciseRate = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => {
    const [point] = PUBLISHED_POINTS
    if (!point) throw new Error('There are published points.')
    return storeRate(scope, { ...point, tariffItem: `X${process.pid}.${made++}`, published: false })
  })

/** @returns the number of a licensed buyer; for one use */
export const someLicensedBuyer = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), (scope) =>
    storeBuyer(scope, { Name: 'Example Bottle Shop', Licence: '32000009', State: 'VIC', Postcode: '3000', CardNumber: `BUYER-${process.pid}-${made++}` }),
  )

/** @returns the PLU of a product that was delivered to a location */
export const someStockedProduct = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => {
    const { plu } = await deliver(scope, 1)
    return plu
  })

/** @returns the number of an invoice of supplier 1 */
export const someInvoice = (app: StartedApp, venueId = 1): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async (scope) => (await deliver(scope, 1)).invoice)

const deliver = async (scope: VenueScope, supplierId: number): Promise<{ plu: string; invoice: string }> => {
  const plu = `STOCKED-${process.pid}-${made++}`
  const invoice = `INV-${process.pid}-${made++}`
  const productId = (await nameProducts(scope, [plu])).get(plu) ?? 0
  const locationId = scope.locations[0]?.locationId ?? 0
  const line = { invoice, line: '1', locationId, productId, receivedOn: '2026-11-20', qty: 240_000, cost: 4800, freight: 0, tax: 480, packSize: 240_000 }
  await storePurchases(scope, { supplierId, source: 'screen' }, [line])
  return { plu, invoice }
}

/** Counts fifty products that sell, and has them delivered at costs of which no unit is a whole number of cents. */
export const stockAwkwardCosts = (app: StartedApp): Promise<void> =>
  workInVenue(app.database, 1, new Date(), async (scope) => {
    const { sql, venueId, locations } = scope
    const locationId = locations[0]?.locationId ?? 0
    const products = await sql<{ productId: number }[]>`
      select product_id as "productId" from product where venue_id = ${venueId} and product_id in (select product_id from sale_line where venue_id = ${venueId})
      order by product_id limit 50`
    const count = { locationId, section: '', countedAt: new Date('2026-11-20T01:00:00Z'), day: '2026-11-20', source: 'screen' as const, toldId: null, note: '' }
    const lines = products.map(({ productId }, i) => ({ productId, qty: 733_333 + i * 111 }))
    await storeCount(scope, { ...count, committedBy: null, lines }, async () => new Map())
    const came = products.map(({ productId }, i) => ({
      ...{
        invoice: 'AWKWARD',
        line: String(i),
        locationId,
        productId,
        receivedOn: '2026-11-21',
        qty: 70_000,
        cost: 8271 + i * 13,
        freight: 0,
        tax: 827,
        packSize: null,
      },
    }))
    await storePurchases(scope, { supplierId: 1, source: 'screen' }, came)
  })
