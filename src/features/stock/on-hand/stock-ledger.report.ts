import { MOVEMENT } from '#features/stock/movements.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { usedSteps, usesOver } from '#features/stock/use.rules.ts'
import { eachProductDay, soldAfter } from '#features/sums/reading/product-days.sql.ts'
import { isSeenProduct } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber, tradingMoment } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { averageCostOf, toMajorCost } from './average-cost.rules.ts'
import { lastReceived, readLatest } from './latest.sql.ts'
import { movedSince } from './moved.sql.ts'
import type { Count } from './stock-facts.rules.ts'
import type { StockLedger, StockLedgerQuery } from './stock-ledger.contract.ts'

const KINDS = { Purchase: MOVEMENT.purchase, Wastage: MOVEMENT.wastage, Transfer: MOVEMENT.transfer, Adjustment: MOVEMENT.adjustment } as const

/**
 * How the stock of one product at one location came about since its last count.
 * @throws LocationNotFound, NotFound
 */
export const stockLedgerReport = async (scope: VenueScope, { LocationId, Plu }: StockLedgerQuery): Promise<StockLedger> => {
  const [place] = scope.chosenLocations([LocationId])
  if (!place) throw failure('LocationNotFound')
  const product = await productNamed(scope, Plu)
  const { day: today } = tradingMoment(scope.now, place.timeZone, place.dayStart)
  const [latest] = await readLatest(scope, [LocationId], [product.productId])
  const count = latest?.count ?? undefined
  const moved: { kind: number; qty: number }[] = count ? await movedSince(scope, product.productId, count) : []
  const { sold, wastedUse } = count ? await takenSince(scope, count, today, product.productId) : NOTHING_TAKEN
  const soldUse = sold.reduce((sum, { use }) => sum + use, 0)
  const used = usedSteps(soldUse)
  // Of the sum of both, so that on hand is what PLU Days on Hand has.
  const wasted = usedSteps(soldUse + wastedUse) - used
  if (wasted !== 0) moved.push({ kind: MOVEMENT.wastage, qty: -wasted })
  const movedSteps = moved.reduce((sum, { qty }) => sum + qty, 0)
  const specs = await readSpecs(scope)
  return {
    LocationId,
    Plu,
    Name: product.name,
    Unit: specOn(specs, product.productId, today).unit,
    Currency: place.currency,
    Counted: latest && count ? { At: count.at.toISOString(), Quantity: latest.countedQty / QUANTITY_STEPS } : null,
    Moved: Object.entries(KINDS).flatMap(([Kind, kind]) => {
      const own = moved.filter((one) => one.kind === kind)
      return own.length === 0 ? [] : [{ Kind: Kind as keyof typeof KINDS, Quantity: own.reduce((sum, { qty }) => sum + qty, 0) / QUANTITY_STEPS }]
    }),
    Sold: sold.map((one) => ({ Plu: one.plu, Name: one.name, Quantity: one.qty / QUANTITY_STEPS, Used: usedSteps(one.use) / QUANTITY_STEPS })),
    Used: used / QUANTITY_STEPS,
    OnHand: latest && count ? (latest.countedQty + movedSteps - used) / QUANTITY_STEPS : null,
    AverageCost: toMajorCost(averageCostOf(latest), place.currency),
    LastCost: toMajorCost(latest?.lastCost, place.currency),
    LastReceived: await lastReceived(scope, LocationId, product.productId),
  }
}

interface Named {
  productId: number
  plu: string
  name: string
}

/** @throws NotFound, also for a product that does not exist for the holder */
const productNamed = async (scope: VenueScope, plu: string): Promise<Named> => {
  const { sql, venueId } = scope
  const [product] = await sql<Named[]>`
    select p.product_id as "productId", p.plu, p.name from product p where p.venue_id = ${venueId} and p.plu = ${plu} and ${isSeenProduct(scope, sql`p.product_id`)}`
  if (!product) throw failure('NotFound')
  return product
}

const NOTHING_TAKEN = { sold: [], wastedUse: 0 }

/** What each product that takes of the item sold after the count, and what that took; and what wastage at the till took. */
const takenSince = async (scope: VenueScope, count: Count, today: string, stockId: number) => {
  const { sql, venueId } = scope
  const specs = await readSpecs(scope)
  const sums = new Map<number, { qty: number; use: number }>()
  const uses = usesOver(specs, count.day, today)
  let wastedUse = 0
  const add = (productId: number, day: number, qty: number, isWasted: boolean) => {
    for (const use of uses(productId, day)) {
      if (use.productId !== stockId || use.perSale === null) continue
      if (isWasted) {
        wastedUse += qty * use.perSale
        continue
      }
      const sum = sums.get(productId) ?? { qty: 0, use: 0 }
      sums.set(productId, { qty: sum.qty + qty, use: sum.use + qty * use.perSale })
    }
  }
  for (const { productId, qty, isWasted } of await soldAfter(scope, [count])) add(productId, dayNumber(count.day), qty, isWasted)
  await eachProductDay(scope, [count.locationId], { from: addDays(count.day, 1), to: today }, (_, ...taken) => add(...taken))
  const names = await sql<Named[]>`
    select product_id as "productId", plu, name from product where venue_id = ${venueId} and product_id = any(${[...sums.keys()]}::int[]) order by name, plu`
  return { sold: names.map((name) => ({ ...name, ...(sums.get(name.productId) ?? { qty: 0, use: 0 }) })), wastedUse }
}
