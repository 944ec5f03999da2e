import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, sentText } from '#shared/fields.ts'
import { ITEM_COUNTS, ITEM_RESULT } from './item-results.rules.ts'
import { Sale } from './sale.contract.ts'

export const MOST_SALES = 500
const MEGABYTE = 1024 * 1024

const { $schema: _, ...saleShape } = z.toJSONSchema(Sale, { io: 'input' })

/** Each sale is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
const SentSale = z.unknown().register(z.globalRegistry, saleShape as Record<string, unknown>)

/** What tills send and ask, by the key of their location. Money in integer minor units. */
export const intake = contract({
  sendSales: operation({
    method: 'POST',
    path: '/pos/v1/sales',
    summary: `Up to ${MOST_SALES} sales for the key's location. Each sale has its own result. A sale that is sent again is not stored twice.`,
    access: 'location-key',
    strict: true,
    bodyLimit: 5 * MEGABYTE,
    body: z.object({
      BatchId: z.optional(sentText(64, 1)),
      Source: z.optional(z.object({ System: z.optional(sentText(64)), Version: z.optional(sentText(64)) })),
      Sales: z.array(SentSale),
    }),
    response: z.object({ ...ITEM_COUNTS, Results: z.array(z.object({ Index: z.int(), SaleId: z.nullable(z.string()), ...ITEM_RESULT })) }),
    example: {
      as: 'till',
      body: {
        BatchId: '6f1f3c0e-5a3e-4b7a-9a52-0d2f5f0c9a11',
        Source: { System: 'Example till', Version: '1.0' },
        Sales: [
          {
            SaleId: 'HB1-EXAMPLE-1',
            TerminalId: 'HB1',
            ClerkId: '201',
            ClerkName: 'Sam Whitlock',
            ClosedAt: '2026-11-20T12:34:56+11:00',
            OrderType: 'Bar',
            Currency: 'AUD',
            Lines: [
              { LineId: '1', Plu: '1001', Name: 'Wharf Lager, schooner', Quantity: '2', UnitPrice: 980, Gross: 1960, DiscountTotal: 196, Net: 1764, Tax: 160 },
            ],
            Discounts: [{ Id: 'REG', Name: 'Regulars 10 %', Amount: 196, LineId: '1', Kind: 'Member' }],
            Tenders: [{ Method: 'Cash', Amount: 2000, Change: 235 }],
            Rounding: 1,
            Totals: { Total: 1765 },
          },
        ],
      },
    },
  }),
  syncStatus: operation({
    method: 'GET',
    path: '/pos/v1/sync-status',
    summary: "What has arrived from the key's location: the last sale, and gaps in the receipt numbers of its tills.",
    access: 'location-key',
    query: z.object({ LocationId: z.optional(Id) }),
    response: z.object({
      LocationId: z.int(),
      Name: z.string(),
      LastSaleAt: z.nullable(z.string()),
      LastReceivedAt: z.nullable(z.string()),
      Terminals: z.array(
        z.object({
          TerminalId: z.string(),
          LastSaleId: z.string(),
          LastSaleAt: z.string(),
          LastSequence: z.nullable(z.int()),
          /** Numbers of the last seven days that have not arrived, first and last of each gap. */
          Missing: z.array(z.object({ From: z.int(), To: z.int() })),
        }),
      ),
    }),
    example: { as: 'till', query: { LocationId: 1 } },
  }),
})
