import * as z from 'zod/mini'
import { ITEM_COUNTS, ITEM_RESULT } from '#features/intake/item-results.rules.ts'
import { BEVERAGES, CONTAINERS } from '#features/stock/spec.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, Moment, sentText } from '#shared/fields.ts'
import { Code, MEGABYTE, Minor, Quantity, Source, sentAs } from './fields.contract.ts'

export const MOST_PRODUCTS = 500
export const MOST_INVOICES = 100
export const MOST_COUNTS = 50
export const MOST_MOVEMENTS = 500
const MOST_LINES = 2000

const Place = sentText(200)
const Price = Minor.check(z.minimum(0, 'cannot be less than zero'))
const LocationId = z.optional(z.int())

/** What a sale of a product takes of a stock item: a volume of it, or a number of its units. */
const PartSent = z.object({
  Plu: Code,
  VolumeMl: z.optional(z.number()),
  Quantity: z.optional(Quantity),
  /** Percent of what is taken from stock that never reaches the glass. */
  Loss: z.optional(z.number()),
})

/** A product of the venue's list; what is left out stays. */
export const ProductSent = z.object({
  Plu: Code,
  Name: z.optional(sentText(200, 1)),
  Group: z.optional(Place),
  Department: z.optional(Place),
  ProductGroup: z.optional(Place),
  Category: z.optional(Place),
  /** Minor units. */
  ListPrice: z.optional(z.nullable(Price)),
  /** Of a unit as it is sold, minor units without tax. */
  Cost: z.optional(z.nullable(Price)),
  Barcode: z.optional(z.nullable(Code)),
  /** What stock of it is counted in; empty is each. */
  Unit: z.optional(sentText(40)),
  /** Whether it is kept in stock itself; left out, it is unless it is made of Parts. */
  Stocked: z.optional(z.boolean()),
  /** In one unit. */
  VolumeMl: z.optional(z.nullable(z.number())),
  /** Percent by volume. */
  Abv: z.optional(z.nullable(z.number())),
  Beverage: z.optional(z.enum([...BEVERAGES, ''])),
  Container: z.optional(z.enum([...CONTAINERS, ''])),
  Draught: z.optional(z.boolean()),
  /** The excise item it falls under where that cannot be told from the others; empty goes by drink, strength and container. */
  TariffItem: z.optional(sentText(20)),
  /** Cigarettes and other sticks in one unit; or its weight of tobacco, where duty goes by weight. */
  Sticks: z.optional(z.nullable(z.number())),
  TobaccoGrams: z.optional(z.nullable(z.number())),
  /** What a sale of it takes; an empty list is one unit of itself. */
  Parts: z.optional(z.array(PartSent).check(z.maxLength(100))),
  /** By its name on the venue's list of suppliers. */
  Supplier: z.optional(sentText(200, 1)),
  SupplierCode: z.optional(sentText(64)),
  /** Units in a pack. */
  PackSize: z.optional(z.nullable(Quantity)),
  /** Packs. */
  OrderMinimum: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))),
  LeadDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(365)))),
  /** The day from which it is made of and measured like this; left out, today. */
  EffectiveFrom: z.optional(Day),
})
export type WireProduct = z.output<typeof ProductSent>

/** An invoice of a supplier as it was received. Credits have quantities and amounts below zero. */
export const InvoiceSent = z.object({
  /** By its name on the venue's list of suppliers. */
  Supplier: sentText(200, 1),
  /** The supplier's invoice number. */
  Invoice: Code,
  LocationId,
  ReceivedOn: Day,
  Lines: z
    .array(
      z.object({
        /** The line's number on the invoice; left out, its place in this list. */
        Line: z.optional(sentText(16, 1)),
        Plu: Code,
        /** Units, not packs. */
        Quantity,
        /** Units in a pack as it was delivered. */
        PackSize: z.optional(Quantity),
        /** Minor units of the line, without tax and freight. */
        Cost: Minor,
        Freight: z.optional(Minor),
        Tax: z.optional(Minor),
      }),
    )
    .check(z.minLength(1, 'must have at least one line'), z.maxLength(MOST_LINES)),
})
export type WireInvoice = z.output<typeof InvoiceSent>

/** A count of some products, which is stored whole. */
export const CountSent = z.object({
  CountId: Code,
  LocationId,
  CountedAt: Moment,
  /** The part of the cellar that was counted. */
  Section: z.optional(sentText(100)),
  Note: z.optional(sentText(500)),
  Lines: z.array(z.object({ Plu: Code, Quantity })).check(z.minLength(1, 'must have at least one line'), z.maxLength(MOST_LINES)),
})
export type WireCount = z.output<typeof CountSent>

const MOVES = ['Wastage', 'Transfer', 'Adjustment'] as const

/** What left or came beside sales and purchases. */
export const MovementSent = z.object({
  MovementId: Code,
  Kind: z.enum(MOVES),
  LocationId,
  Plu: Code,
  /** Units that were wasted or sent on, below zero where one is taken back; of an adjustment what it adds, below zero what it takes. */
  Quantity,
  /** When it happened; or only the trading Day, at whose opening it then counts. */
  At: z.optional(Moment),
  Day: z.optional(Day),
  Reason: z.optional(sentText(200)),
  /** Of a transfer, where it goes. */
  ToLocationId: z.optional(z.int()),
})
export type WireMovement = z.output<typeof MovementSent>

const answerTo = (name: string) => z.object({ ...ITEM_COUNTS, Results: z.array(z.object({ Index: z.int(), [name]: z.nullable(z.string()), ...ITEM_RESULT })) })
const byTill = { method: 'POST', access: 'location-key', strict: true, alone: true } as const
const batch = { BatchId: z.optional(Code), Source }

/** What tills and stock systems tell of the cellar, by the key of a location. */
export const tillStock = contract({
  sendProducts: operation({
    ...byTill,
    path: '/pos/v1/products',
    summary: `Up to ${MOST_PRODUCTS} products of the venue's list, with their names, places in the menu, prices, recipes and purchase details. Each product has its own result. Fields you leave out stay as they are. A recipe applies from EffectiveFrom. A value that was missing also applies to the past.`,
    bodyLimit: MEGABYTE,
    body: z.object({ ...batch, Products: z.array(sentAs(ProductSent)) }),
    response: answerTo('Plu'),
    example: {
      as: 'till',
      body: {
        Products: [
          {
            Plu: 'KEG-EXAMPLE',
            Name: 'Example ale, keg',
            Unit: 'keg',
            VolumeMl: 49500,
            Abv: 4.6,
            Beverage: 'beer',
            Container: 'keg',
            Draught: true,
            Cost: 19800,
          },
          { Plu: 'SCH-EXAMPLE', Name: 'Example ale, schooner', Group: 'Beverage', ListPrice: 1100, Parts: [{ Plu: 'KEG-EXAMPLE', VolumeMl: 425, Loss: 3 }] },
        ],
      },
    },
  }),
  sendPurchases: operation({
    ...byTill,
    path: '/pos/v1/purchases',
    summary: `Up to ${MOST_INVOICES} invoices received at the key's location. Each invoice has its own result and is stored as a whole or not at all. An invoice that is sent again is a duplicate. With other lines it is a conflict: send a credit and then a new invoice. Money is in minor units.`,
    bodyLimit: MEGABYTE,
    body: z.object({ ...batch, Purchases: z.array(sentAs(InvoiceSent)) }),
    response: answerTo('Invoice'),
    example: {
      as: 'till',
      body: {
        Purchases: [
          {
            Supplier: 'Wharf Brewing',
            Invoice: 'EXAMPLE-20417',
            ReceivedOn: '2026-11-20',
            Lines: [{ Plu: '1001', Quantity: '48', PackSize: '24', Cost: 16800, Freight: 450, Tax: 1725 }],
          },
        ],
      },
    },
  }),
  sendStockCounts: operation({
    ...byTill,
    path: '/pos/v1/stock-counts',
    summary: `Up to ${MOST_COUNTS} counts of the key's location. Each count has its own result and is stored as a whole or not at all. Counts may arrive late and in any order. A later count corrects an earlier one.`,
    bodyLimit: MEGABYTE,
    body: z.object({ ...batch, StockCounts: z.array(sentAs(CountSent)) }),
    response: answerTo('CountId'),
    example: {
      as: 'till',
      body: {
        StockCounts: [{ CountId: 'COUNT-EXAMPLE-1', CountedAt: '2026-11-20T10:30:00+11:00', Section: 'Cool room', Lines: [{ Plu: '1001', Quantity: '36.5' }] }],
      },
    },
  }),
  sendStockMovements: operation({
    ...byTill,
    path: '/pos/v1/stock-movements',
    summary: `Up to ${MOST_MOVEMENTS} stock movements of the key's location other than sales and purchases: wastage, transfers to another location of the venue, and adjustments. Each movement has its own result. To correct one, send another that takes it back.`,
    bodyLimit: MEGABYTE,
    body: z.object({ ...batch, StockMovements: z.array(sentAs(MovementSent)) }),
    response: answerTo('MovementId'),
    example: {
      as: 'till',
      body: {
        StockMovements: [
          { MovementId: 'MOVE-EXAMPLE-1', Kind: 'Wastage', Plu: '1001', Quantity: '0.5', At: '2026-11-20T18:20:00+11:00', Reason: 'Line cleaning' },
          { MovementId: 'MOVE-EXAMPLE-2', Kind: 'Transfer', Plu: '1001', Quantity: '2', Day: '2026-11-20', ToLocationId: 2 },
        ],
      },
    },
  }),
})
