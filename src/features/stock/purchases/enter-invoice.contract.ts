import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, IdNumber, sentText, shortText } from '#shared/fields.ts'

const MOST_LINES = 500
const amount = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))

export const EnteredInvoiceBody = z.object({
  LocationId: IdNumber,
  /** By its name on the venue's list of suppliers. */
  Supplier: sentText(200, 1),
  /** The supplier's invoice number. */
  Invoice: shortText(64, 1),
  ReceivedOn: Day,
  /** Of the whole invoice, in major units of the location's currency; shared over the lines by what these cost. */
  Freight: z.optional(amount(100_000_000)),
  Tax: z.optional(amount(100_000_000)),
  Lines: z
    .array(
      z.object({
        Plu: sentText(64, 1),
        /** Units, not packs, with up to four decimals. Below zero on a credit. */
        Quantity: amount(1_000_000),
        /** The cost of the line, without tax and freight. */
        Cost: amount(100_000_000),
      }),
    )
    .check(z.minLength(1, 'must have at least one line'), z.maxLength(MOST_LINES)),
})

/** An invoice entered by hand. */
export const enterInvoiceCalls = contract({
  enterInvoice: operation({
    method: 'POST',
    path: '/stock/invoices',
    summary:
      'Enters a supplier invoice received at a location, whole: its lines become stock. Entered again with the same lines it stays as it is; with others it is refused, since an invoice is corrected by a credit and a further invoice.',
    access: ['can_editstock'],
    strict: true,
    body: EnteredInvoiceBody,
    response: z.object({ Status: z.enum(['accepted', 'duplicate']) }),
    example: {
      as: 'owner',
      body: {
        LocationId: 1,
        Supplier: 'Wharf Brewing',
        Invoice: '{fresh}',
        ReceivedOn: '2026-11-20',
        Freight: 4.5,
        Tax: 17.25,
        Lines: [{ Plu: '{counted-product}', Quantity: 48, Cost: 168 }],
      },
    },
  }),
})
