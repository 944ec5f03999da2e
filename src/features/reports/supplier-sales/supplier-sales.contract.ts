import * as z from 'zod/mini'
import { contract, operation, supplierKey } from '#shared/endpoint.ts'
import { Day, Id, LocationList } from '#shared/fields.ts'

/** Of the house's figures those a supplier sees: what their products sold, never what they cost the venue or what it earned. */
export const SHOWN = ['Sales', 'Quantity', 'Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'Amount', 'Tax', 'AmountExTax'] as const

const Figures = z.object({
  /** Receipts the product is on. */
  Sales: z.number(),
  /** Units sold, refunds taken off. */
  Quantity: z.number(),
  Gross: z.number(),
  Promotions: z.number(),
  Discounts: z.number(),
  Refunds: z.number(),
  /** Gross − promotions − discounts − refunds, GST included. */
  Net: z.number(),
  Surcharges: z.number(),
  /** Net and surcharges, GST included. */
  Amount: z.number(),
  Tax: z.number(),
  AmountExTax: z.number(),
})
export type ShownFigures = z.output<typeof Figures>

/** What a supplier's products sold, for holders of an API key. */
export const supplierSales = contract({
  supplierPluSales: operation({
    method: 'GET',
    path: '/patronapi2/v1/plu-sales',
    summary: "Sales of the supplier's own products by location, over the range or day by day; the figures are the venue's own.",
    access: supplierKey('sales:read'),
    strictQuery: true,
    query: z.object({
      VenueId: Id,
      FromDate: Day,
      ToDate: Day,
      Locations: z.optional(LocationList),
      Interval: z.optional(z.enum(['day', 'total'])),
    }),
    response: z.object({
      VenueId: z.int(),
      FromDate: z.string(),
      ToDate: z.string(),
      AsAt: z.string(),
      Locations: z.array(
        z.object({
          LocationId: z.int(),
          Name: z.string(),
          Currency: z.string(),
          /** Products that sold anything; with Interval=day each day by itself. */
          Products: z.array(z.object({ Plu: z.string(), Name: z.string(), Day: z.optional(z.string()), ...Figures.shape })),
          Totals: Figures,
        }),
      ),
    }),
    example: { as: 'supplier', query: { VenueId: 1, FromDate: '2026-11-01', ToDate: '2026-11-20', Interval: 'total' } },
  }),
})
