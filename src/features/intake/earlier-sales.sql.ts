import { numbers, texts } from '#platform/sql-arrays.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { CODE_DIM } from './rollup.rules.ts'
import type { Fact, FactAdjustment, FactLine, FactPayment } from './sale-facts.rules.ts'

/** A receipt by the till that wrote it. */
export interface ReceiptName {
  terminal: string
  receipt: string
}

/** An entry stored before: a version of a wanted receipt, or a void that names it. */
export interface EarlierEntry extends ReceiptName {
  /** The entry is a void naming `receipt`, not a version of it. */
  names: boolean
  saleId: string
  revision: number
  kind: number
  originalReceipt: string | null
  contentHash: Buffer
}

/**
 * What is stored already about receipts: their versions, the entries that took them back, and the voids that name them.
 * Asked by lists, and with the location hidden from the planner (+ 0): before the first ANALYZE it takes a location for a
 * handful of sales and would walk all of them instead of looking the receipts up.
 */
export const earlierEntries = async ({ sql, venueId }: VenueScope, locationId: number, receipts: readonly ReceiptName[]): Promise<EarlierEntry[]> => {
  if (receipts.length === 0) return []
  const terminals = texts([...new Set(receipts.map(({ terminal }) => terminal))])
  const names = texts([...new Set(receipts.map(({ receipt }) => receipt))])
  const tills = sql`array(select key from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.terminal} and code = any(${terminals}::text[]))`
  const found = await sql<EarlierEntry[]>`
    select d.code as terminal, e.* from (
      select terminal_key, receipt, false as names, sale_id::text as "saleId", revision, kind, original_receipt as "originalReceipt", content_hash as "contentHash"
      from sale where venue_id = ${venueId} and location_id + 0 = ${locationId} and terminal_key = any(${tills}) and receipt = any(${names}::text[])
      union all
      select terminal_key, original_receipt, true, sale_id::text, revision, kind, original_receipt, content_hash
      from sale where venue_id = ${venueId} and location_id + 0 = ${locationId} and terminal_key = any(${tills}) and original_receipt = any(${names}::text[]) and kind = 3
        and receipt <> original_receipt
    ) e join dimension_key d on d.venue_id = ${venueId} and d.key = e.terminal_key`
  const wanted = new Set(receipts.map(({ terminal, receipt }) => `${terminal}\u0001${receipt}`))
  return found.filter(({ terminal, receipt }) => wanted.has(`${terminal}\u0001${receipt}`))
}

/** Sales as they were stored, to be taken back. */
export const storedFacts = async ({ sql, venueId }: VenueScope, saleIds: readonly string[]): Promise<Map<string, Fact>> => {
  if (saleIds.length === 0) return new Map()
  const ids = numbers(saleIds)
  const [sales, lines, payments, adjustments] = await Promise.all([
    sql<(Omit<Fact, 'lines' | 'payments' | 'adjustments' | 'openedAt' | 'closedAt'> & { openedAt: Date | null; closedAt: Date })[]>`
      select sale_id::text as "saleId", location_id as "locationId", terminal_key as "terminalKey", receipt, revision, kind, counter_of::text as "counterOf",
        original_receipt as "originalReceipt", sequence, business_date as "businessDate", sent_business_date as "sentBusinessDate", opened_at as "openedAt",
        closed_at as "closedAt", local_hour as "localHour", local_minute as "localMinute", clerk_key as "clerkKey", order_type as "orderType",
        table_name as "tableName", reservation, covers, card_number as "cardNumber", points_accrued as "pointsAccrued", points_redeemed as "pointsRedeemed",
        n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales as "nonSales", tips, rounding, total,
        batch_id as "batchId", content_hash as "contentHash", source
      from sale where venue_id = ${venueId} and sale_id = any(${ids}::bigint[])`,
    sql<(FactLine & { saleId: string })[]>`
      select sale_id::text as "saleId", line_no as "lineNo", kind, product_id as "productId", class_id as "classId", name, counts, n, wastage, voided,
        parent_line_no as "parentLineNo", cover_units as "coverUnits", modifiers, qty, unit_price as "unitPrice", gross, promotion, discount, refund,
        surcharge, amount, tax, cost
      from sale_line where venue_id = ${venueId} and sale_id = any(${ids}::bigint[]) order by sale_id, line_no`,
    sql<(FactPayment & { saleId: string })[]>`
      select sale_id::text as "saleId", media_key as "mediaKey", tendered, change, cash_out as "cashOut", tip, surcharge, net, reference, card_type as "cardType", last4
      from sale_payment where venue_id = ${venueId} and sale_id = any(${ids}::bigint[]) order by sale_id, payment_no`,
    sql<(FactAdjustment & { saleId: string })[]>`
      select sale_id::text as "saleId", kind, key, line_no as "lineNo", amount
      from sale_adjustment where venue_id = ${venueId} and sale_id = any(${ids}::bigint[]) order by sale_id, adjustment_no`,
  ])
  const of = <T extends { saleId: string }>(rows: readonly T[], id: string): Omit<T, 'saleId'>[] =>
    rows.filter(({ saleId }) => saleId === id).map(({ saleId: _, ...row }) => row)
  return new Map(
    sales.map((sale) => [
      sale.saleId,
      {
        ...sale,
        openedAt: sale.openedAt?.getTime() ?? null,
        closedAt: sale.closedAt.getTime(),
        lines: of(lines, sale.saleId) as FactLine[],
        payments: of(payments, sale.saleId) as FactPayment[],
        adjustments: of(adjustments, sale.saleId) as FactAdjustment[],
      } as Fact,
    ]),
  )
}
