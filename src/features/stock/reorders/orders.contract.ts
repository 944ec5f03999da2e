import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, FactId, IdNumber, LocationList, longText, sentText } from '#shared/fields.ts'
import { orderTable } from './order-table.rules.ts'
import { KnownLists, Notes } from './saved-orders.contract.ts'

const MOST_LINES = 2000

const Order = z.object({
  OrderId: FactId,
  /** Counts up within the venue. */
  Number: z.int(),
  LocationId: z.int(),
  SupplierId: z.int(),
  Supplier: z.string(),
  /** The supplier's e-mail address for orders. '' if not known. */
  Email: z.string(),
  MadeOn: Day,
  DueOn: z.nullable(Day),
  Note: z.string(),
  Packs: z.int(),
  Currency: z.string(),
  /** Without tax. Null if the cost of a pack is not known. */
  Cost: z.nullable(z.number()),
  /** Lines that have not fully arrived. */
  Waiting: z.int(),
  /** When everything had arrived or someone closed the order. Null while it is on order. */
  ClosedAt: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>

const OrderAnswer = z.object({
  Order,
  Lines: z.array(
    z.object({
      Plu: z.string(),
      Name: z.string(),
      SupplierCode: z.string(),
      Unit: z.string(),
      Packs: z.int(),
      PackSize: z.number(),
      PackCost: z.nullable(z.number()),
      Cost: z.nullable(z.number()),
      /** In stock units. */
      Arrived: z.number(),
    }),
  ),
})
export type OrderAnswer = z.infer<typeof OrderAnswer>

const OneOrder = z.object({ OrderId: FactId })

/** Orders made of what was suggested. */
export const orderCalls = contract({
  orders: operation({
    method: 'GET',
    path: '/stock/orders',
    summary: 'Orders of the locations granted to you, newest first: those still on order, or all of them.',
    access: ['can_viewstock'],
    query: z.object({ Locations: z.optional(LocationList), State: z.optional(z.enum(['open', 'all'])) }),
    response: z.object({ Orders: z.array(Order) }),
    example: { as: 'owner', query: { State: 'open' } },
  }),
  order: report({
    path: '/stock/orders/list',
    summary: 'One order with its lines, as it is sent to the supplier.',
    access: ['can_viewstock'],
    query: z.object({ ...OneOrder.shape, ...WRITTEN }),
    response: OrderAnswer,
    table: orderTable,
    example: { as: 'owner', query: { OrderId: '{order}' } },
  }),
  makeOrders: operation({
    method: 'POST',
    path: '/stock/orders',
    summary:
      'Makes an order for each supplier of the products you send. The products count as on order until they arrive. Known names the saved lists you started from. If someone else has changed, ordered or deleted one of them since, you get 409 and no order is made.',
    access: ['can_editstock'],
    strict: true,
    body: z.object({
      LocationId: IdNumber,
      Lines: z
        .array(z.object({ Plu: sentText(64, 1), Packs: z.int().check(z.minimum(1, 'must be at least one pack'), z.maximum(9999)) }))
        .check(z.minLength(1), z.maxLength(MOST_LINES)),
      /** For each supplier that has none in Notes. */
      Note: z.optional(longText(500)),
      Notes: z.optional(Notes),
      /** The saved lists the orders are made from. They are deleted. */
      Known: z.optional(KnownLists),
    }),
    response: z.object({ Orders: z.array(Order) }),
    example: { as: 'owner', body: { LocationId: 1, Lines: [{ Plu: '{ordered-product}', Packs: 2 }] } },
  }),
  closeOrder: operation({
    method: 'POST',
    path: '/stock/orders/:orderId/close',
    summary: 'Closes an order. Products that have not arrived are no longer on order.',
    access: ['can_editstock'],
    strict: true,
    params: z.object({ orderId: FactId }),
    body: z.object({}),
    response: z.object({ Order }),
    example: { as: 'owner', params: { orderId: '{order}' }, body: {} },
  }),
  mailOrder: operation({
    method: 'POST',
    path: '/stock/orders/:orderId/mail',
    summary: "Sends an order to its supplier by e-mail, as text and as a file, to the supplier's address for orders.",
    access: ['can_editstock'],
    strict: true,
    params: z.object({ orderId: FactId }),
    body: z.object({}),
    response: z.object({ To: z.string() }),
    example: { as: 'owner', params: { orderId: '{order}' }, body: {} },
  }),
})
