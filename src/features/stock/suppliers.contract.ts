import * as z from 'zod/mini'
import { contract, operation, supplierKey } from '#shared/endpoint.ts'
import { Day, Id, LocationList } from '#shared/fields.ts'
import { PurchaseLine } from './purchase-line.contract.ts'

export const MOST_LINES = 500
const MEGABYTE = 1024 * 1024

const { $schema: _, ...lineShape } = z.toJSONSchema(PurchaseLine, { io: 'input' })

/** Each line is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
const SentLine = z.unknown().register(z.globalRegistry, lineShape as Record<string, unknown>)

const Complaint = z.object({ ErrorCode: z.string(), FieldName: z.string(), Message: z.string() })
const AtVenue = { VenueId: Id } as const

/** What a supplier may ask and send by an API key. */
export const suppliers = contract({
  venues: operation({
    method: 'GET',
    path: '/patronapi2/v1/venues',
    summary: 'The venues that grant access to this key, and what the key may do there.',
    access: supplierKey('any'),
    response: z.object({
      SupplierId: z.int(),
      SupplierName: z.string(),
      Scopes: z.array(z.string()),
      Venues: z.array(z.object({ VenueId: z.int(), Name: z.string(), Currency: z.string() })),
    }),
    example: { as: 'supplier' },
  }),
  stockOnHand: operation({
    method: 'GET',
    path: '/patronapi2/v1/stock-on-hand',
    summary:
      "How much of the supplier's products each location has bought, sold and wasted since the first movement. Stock on hand is given only where stock was counted: the last count, plus movements, less sales since then.",
    access: supplierKey('stock:read'),
    strictQuery: true,
    query: z.object({ ...AtVenue, Locations: z.optional(LocationList) }),
    response: z.object({
      VenueId: z.int(),
      AsAt: z.string(),
      Locations: z.array(
        z.object({
          LocationId: z.int(),
          Name: z.string(),
          Products: z.array(
            z.object({
              Plu: z.string(),
              Name: z.string(),
              /** null: never counted, so how much there is nobody knows. */
              OnHand: z.nullable(z.number()),
              CountedAt: z.nullable(z.string()),
              /** What the row rests on: movements alone, or a count, what moved since and what sales took, also by the glass. */
              Basis: z.enum(['movements', 'count']),
              /** The trading day of the first movement; null where nothing moved but by sales. */
              Since: z.nullable(z.string()),
              Purchased: z.number(),
              Sold: z.number(),
              Wasted: z.number(),
              /** Purchased − Sold − Wasted since then, with what was transferred and adjusted: how stock changed, whatever there was before. */
              Change: z.number(),
            }),
          ),
        }),
      ),
    }),
    example: { as: 'supplier', query: { VenueId: 1 } },
  }),
  purchases: operation({
    method: 'GET',
    path: '/patronapi2/v1/purchases',
    summary: 'Invoice lines of this supplier by the day they were received. Credits are below zero. Money is without tax unless the field says otherwise.',
    access: supplierKey('purchases:read'),
    strictQuery: true,
    query: z.object({ ...AtVenue, FromDate: Day, ToDate: Day, Locations: z.optional(LocationList) }),
    response: z.object({
      VenueId: z.int(),
      FromDate: z.string(),
      ToDate: z.string(),
      Locations: z.array(
        z.object({
          LocationId: z.int(),
          Name: z.string(),
          Currency: z.string(),
          Lines: z.array(
            z.object({
              Invoice: z.string(),
              Line: z.string(),
              ReceivedOn: z.string(),
              Plu: z.string(),
              Name: z.string(),
              Quantity: z.number(),
              Cost: z.number(),
              /** Cost ÷ Quantity to a hundredth of the currency's smallest unit; null for an amount without a quantity. */
              UnitCost: z.nullable(z.number()),
              Freight: z.number(),
              Tax: z.number(),
              /** Cost + Freight + Tax. */
              Total: z.number(),
            }),
          ),
          Totals: z.object({ Lines: z.int(), Cost: z.number(), Freight: z.number(), Tax: z.number(), Total: z.number() }),
        }),
      ),
    }),
    example: { as: 'supplier', query: { VenueId: 1, FromDate: '2026-11-01', ToDate: '2026-11-30' } },
  }),
  postPurchases: operation({
    method: 'POST',
    path: '/patronapi2/v1/purchases',
    summary: `Up to ${MOST_LINES} invoice lines. Each line has its own result and is stored once. A line that is sent again is a duplicate. With other contents it is a conflict.`,
    access: supplierKey('purchases:write'),
    strict: true,
    bodyLimit: MEGABYTE,
    query: z.object(AtVenue),
    body: z.object({ Purchases: z.array(SentLine) }),
    response: z.object({
      Received: z.int(),
      Accepted: z.int(),
      Duplicates: z.int(),
      /** Not stored: rejected ones and conflicts. */
      Rejected: z.int(),
      Results: z.array(
        z.object({
          Index: z.int(),
          Invoice: z.nullable(z.string()),
          Line: z.nullable(z.string()),
          Status: z.enum(['accepted', 'duplicate', 'conflict', 'rejected']),
          Errors: z.array(Complaint),
        }),
      ),
    }),
    example: {
      as: 'supplier',
      query: { VenueId: 1 },
      body: {
        Purchases: [
          { Invoice: 'WB-20417', Line: '1', LocationId: 1, ReceivedOn: '2026-11-20', Plu: '1001', Quantity: 48, Cost: 168, Freight: 4.5, Tax: 17.25 },
        ],
      },
    },
  }),
})
