import { readLatest } from '#features/stock/on-hand/latest.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import type { Order, OrderAnswer } from './orders.contract.ts'
import { closeOrder, type OrderFacts, orderLines, ordersAt, type Order as StoredOrder, storeOrders } from './orders.sql.ts'
import { packCostOf } from './pack-cost.rules.ts'
import { type Supply, suppliesOf } from './supply.sql.ts'

/** Orders of the granted locations. */
export const ordersReport = async (scope: VenueScope, named: readonly number[] | undefined, onlyOpen: boolean): Promise<Order[]> => {
  const places = scope.chosenLocations(named)
  const orders = await ordersAt(
    scope,
    places.map(({ locationId }) => locationId),
    onlyOpen,
  )
  return orders.map((order) => orderAnswer(order, places))
}

/** @throws NotFound, also for one of a location that is not the holder's */
export const oneOrder = async (scope: VenueScope, orderId: string): Promise<OrderAnswer> => {
  const [order] = await ordersAt(
    scope,
    scope.locations.map(({ locationId }) => locationId),
    false,
    orderId,
  )
  if (!order) throw failure('NotFound')
  const [lines, specs] = await Promise.all([orderLines(scope, orderId), readSpecs(scope)])
  const told = orderAnswer(order, scope.locations)
  return {
    Order: told,
    Lines: lines.map(({ productId, packs, packSize, packCost, plu, name, supplierCode, arrived }) => ({
      Plu: plu,
      Name: name,
      SupplierCode: supplierCode,
      Unit: specOn(specs, productId, order.madeOn).unit,
      Packs: packs,
      PackSize: packSize / QUANTITY_STEPS,
      PackCost: packCost === null ? null : toMajor(packCost, told.Currency),
      Cost: packCost === null ? null : toMajor(packCost * packs, told.Currency),
      Arrived: arrived / QUANTITY_STEPS,
    })),
  }
}

const orderAnswer = (order: StoredOrder, places: readonly ScopeLocation[]): Order => {
  const currency = places.find(({ locationId }) => locationId === order.locationId)?.currency ?? 'AUD'
  return {
    OrderId: order.orderId,
    Number: order.number,
    LocationId: order.locationId,
    SupplierId: order.supplierId,
    Supplier: order.supplier,
    Email: order.email,
    MadeOn: order.madeOn,
    DueOn: order.dueOn,
    Note: order.note,
    Packs: order.packs,
    Currency: currency,
    Cost: order.cost === null ? null : toMajor(order.cost, currency),
    Waiting: order.waiting,
    ClosedAt: order.closedAt?.toISOString() ?? null,
  }
}

interface Wanted {
  LocationId: number
  Lines: readonly { Plu: string; Packs: number }[]
  Note?: string | undefined
}

/**
 * Makes an order for each supplier of the products named.
 * @throws LocationNotFound, and ValidationFailed naming each line that cannot be ordered; then none is made
 */
export const makeOrders = async (scope: VenueScope, { LocationId, Lines, Note = '' }: Wanted): Promise<Order[]> => {
  const [place] = scope.chosenLocations([LocationId])
  if (!place) throw failure('LocationNotFound')
  const { sql, venueId, now, holder } = scope
  const plus = Lines.map(({ Plu }) => Plu)
  const known = await sql<{ id: number; plu: string }[]>`select product_id as id, plu from product where venue_id = ${venueId} and plu = any(${plus}::text[])`
  const ids = new Map(known.map(({ plu, id }) => [plu, id]))
  const supplies = await suppliesOf(scope)
  const costs = new Map((await readLatest(scope, [LocationId], [...ids.values()])).map(({ productId, lastCost }) => [productId, lastCost]))
  refuse(Lines, ids, supplies)
  const { day } = tradingMoment(now, place.timeZone, place.dayStart)
  const bySupplier = new Map<number, OrderFacts & { lines: OrderFacts['lines'][number][] }>()
  for (const { Plu, Packs } of Lines) {
    const productId = ids.get(Plu) as number
    const supply = supplies.get(productId) as Supply
    const dueOn = supply.leadDays === null ? null : addDays(day, supply.leadDays)
    const order = bySupplier.get(supply.supplierId) ?? {
      locationId: LocationId,
      supplierId: supply.supplierId,
      madeOn: day,
      dueOn,
      note: Note,
      madeBy: holder.kind === 'person' ? holder.userId : null,
      lines: [],
    }
    order.lines.push({ productId, packs: Packs, packSize: supply.packSize as number, packCost: packCostOf(supply, costs.get(productId) ?? null) })
    bySupplier.set(supply.supplierId, order)
  }
  const made = await storeOrders(scope, [...bySupplier.values()])
  await scope.audit({
    action: 'stock.ordered',
    subject: made.map(({ number }) => `PO-${number}`).join(', '),
    detail: { LocationId, Orders: made.length, Lines: Lines.length },
  })
  const all = await ordersAt(scope, [LocationId], true)
  return all.filter(({ orderId }) => made.some((one) => one.orderId === orderId)).map((order) => orderAnswer(order, scope.locations))
}

/** Every line that cannot be ordered, each in a sentence. */
const refuse = (lines: Wanted['Lines'], ids: ReadonlyMap<string, number>, supplies: ReadonlyMap<number, Supply>): void => {
  const wrong: FieldError[] = []
  const complain = (Message: string, ErrorCode: string) => wrong.push({ FieldName: 'Lines', ErrorCode, Message })
  const seen = new Set<string>()
  for (const { Plu } of lines) {
    const id = ids.get(Plu)
    const supply = id === undefined ? undefined : supplies.get(id)
    if (seen.has(Plu)) complain(`The product with the PLU ${Plu} is named twice.`, 'Twice')
    else if (id === undefined) complain(`This venue has no product with the PLU ${Plu}.`, 'ProductNotFound')
    else if (!supply) complain(`Nobody supplies the product with the PLU ${Plu}. Name its supplier in Products.`, 'NoSupplier')
    else if (supply.packSize === null) complain(`The product with the PLU ${Plu} has no pack size. Enter it in Products.`, 'NoPack')
    seen.add(Plu)
  }
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
}

/** Says that no more of an order is coming. @throws NotFound */
export const endOrder = async (scope: VenueScope, orderId: string): Promise<Order> => {
  const { Order: order } = await oneOrder(scope, orderId)
  const { holder } = scope
  if (await closeOrder(scope, orderId, holder.kind === 'person' ? holder.userId : null))
    await scope.audit({ action: 'stock.orderclosed', subject: `PO-${order.Number}`, detail: { LocationId: order.LocationId } })
  return (await oneOrder(scope, orderId)).Order
}
