import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { orderable, type WantedLine } from './orderable.report.ts'
import type { Order, OrderAnswer } from './orders.contract.ts'
import { closeOrder, type OrderFacts, orderLines, ordersAt, type Order as StoredOrder, storeOrders } from './orders.sql.ts'
import { type KnownList, useUpSaved } from './saved-orders.report.ts'

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
  Lines: readonly WantedLine[]
  /** What each supplier is told that has no note of its own. */
  Note?: string | undefined
  Notes?: readonly { SupplierId: number; Note: string }[] | undefined
  /** Saved lists they are made of, which are gone with it. */
  Known?: readonly KnownList[] | undefined
}

/**
 * Makes an order for each supplier of the products named.
 * @throws LocationNotFound, ValidationFailed naming each line that cannot be ordered, and Conflict where somebody else changed, made or threw away one of the saved lists
 *   meanwhile; then none is made
 */
export const makeOrders = async (scope: VenueScope, { LocationId, Lines, Note = '', Notes = [], Known = [] }: Wanted): Promise<Order[]> => {
  const [place] = scope.chosenLocations([LocationId])
  if (!place) throw failure('LocationNotFound')
  const { now, holder } = scope
  const bySupplier = await orderable(scope, LocationId, Lines)
  await useUpSaved(scope, LocationId, Known)
  const { day } = tradingMoment(now, place.timeZone, place.dayStart)
  const notes = new Map(Notes.map(({ SupplierId, Note: note }) => [SupplierId, note]))
  const made = await storeOrders(
    scope,
    [...bySupplier].map(([supplierId, lines]): OrderFacts => {
      const lead = lines[0]?.supply.leadDays ?? null
      return {
        locationId: LocationId,
        supplierId,
        madeOn: day,
        dueOn: lead === null ? null : addDays(day, lead),
        note: notes.get(supplierId) ?? Note,
        madeBy: holder.kind === 'person' ? holder.userId : null,
        lines: lines.map(({ productId, packs, supply, packCost }) => ({ productId, packs, packSize: supply.packSize, packCost })),
      }
    }),
  )
  await scope.audit({
    action: 'stock.ordered',
    subject: made.map(({ number }) => `PO-${number}`).join(', '),
    detail: { LocationId, Orders: made.length, Lines: Lines.length },
  })
  const all = await ordersAt(scope, [LocationId], true)
  return all.filter(({ orderId }) => made.some((one) => one.orderId === orderId)).map((order) => orderAnswer(order, scope.locations))
}

/** Says that no more of an order is coming. @throws NotFound */
export const endOrder = async (scope: VenueScope, orderId: string): Promise<Order> => {
  const { Order: order } = await oneOrder(scope, orderId)
  const { holder } = scope
  if (await closeOrder(scope, orderId, holder.kind === 'person' ? holder.userId : null))
    await scope.audit({ action: 'stock.orderclosed', subject: `PO-${order.Number}`, detail: { LocationId: order.LocationId } })
  return (await oneOrder(scope, orderId)).Order
}
