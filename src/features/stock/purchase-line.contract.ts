import * as z from 'zod/mini'
import { Day, IdNumber, sentText } from '#shared/fields.ts'

const amount = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))

/** A line of a supplier's invoice as it is posted. Money in major units of the location's currency; credits below zero. */
export const PurchaseLine = z.object({
  /** The supplier's invoice number and line number. Together they identify the line permanently. */
  Invoice: sentText(64, 1),
  Line: sentText(16, 1),
  LocationId: IdNumber,
  ReceivedOn: Day,
  /** The venue's code of the product. */
  Plu: sentText(64, 1),
  /** Units as the venue sells them, to four decimals. */
  Quantity: amount(1_000_000),
  /** The cost of the line, without tax and freight. */
  Cost: amount(100_000_000),
  Freight: z.optional(amount(100_000_000)),
  Tax: z.optional(amount(100_000_000)),
})
export type PurchaseLineSent = z.output<typeof PurchaseLine>
