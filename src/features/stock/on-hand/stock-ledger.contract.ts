import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, Id, sentText } from '#shared/fields.ts'

const StockLedgerQuery = z.object({ LocationId: Id, Plu: sentText(64, 1) })
export type StockLedgerQuery = z.output<typeof StockLedgerQuery>

const StockLedger = z.object({
  LocationId: z.int(),
  Plu: z.string(),
  Name: z.string(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  Currency: z.string(),
  /** The last count; null where it was never counted there, and then there is no figure on hand. */
  Counted: z.nullable(z.object({ At: z.string(), Quantity: z.number() })),
  /** What moved since, by kind; below zero where it left. Wastage includes what tills recorded as wasted. */
  Moved: z.array(z.object({ Kind: z.enum(['Purchase', 'Wastage', 'Transfer', 'Adjustment']), Quantity: z.number() })),
  /** What was sold since, in what it is sold as, and what that took. */
  Sold: z.array(z.object({ Plu: z.string(), Name: z.string(), Quantity: z.number(), Used: z.number() })),
  /** What all of it took; each line is rounded by itself, this is not made of them. */
  Used: z.number(),
  /** Counted + moved − used. */
  OnHand: z.nullable(z.number()),
  /** Of a unit, in major units without tax; null where no cost is known. */
  AverageCost: z.nullable(z.number()),
  LastCost: z.nullable(z.number()),
  LastReceived: z.nullable(Day),
})
export type StockLedger = z.infer<typeof StockLedger>

/** How stock on hand came about. */
export const stockLedgerCalls = contract({
  stockLedger: operation({
    method: 'GET',
    path: '/stock/ledger',
    summary: 'How the stock on hand of a product at a location is calculated since its last count: counted, moved, and used by each product sold.',
    access: ['can_viewstock'],
    query: StockLedgerQuery,
    response: StockLedger,
    example: { as: 'owner', query: { LocationId: 1, Plu: '{stocked-product}' } },
  }),
})
