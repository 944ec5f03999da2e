import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
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
  round: number
  /** The entry takes back what an import brought, because that was undone. */
  undoes: boolean
}

/**
 * What is stored already about receipts: their versions, the entries that took them back, and the voids that name them, without those whose import was
 * undone.
 */
export const earlierEntries = async ({ sql, venueId }: VenueScope, locationId: number, receipts: readonly ReceiptName[]): Promise<EarlierEntry[]> => {
  if (receipts.length === 0) return []
  return sql<EarlierEntry[]>`
    select w.terminal, w.receipt, e.* from unnest(${texts(receipts.map(({ terminal }) => terminal))}::text[], ${texts(receipts.map(({ receipt }) => receipt))}::text[]) as w(terminal, receipt)
    join dimension_key d on d.venue_id = ${venueId} and d.dim = ${CODE_DIM.terminal} and d.code = w.terminal
    cross join lateral (
      (select false as names, s.sale_id::text as "saleId", s.revision, s.kind, s.original_receipt as "originalReceipt", s.content_hash as "contentHash", s.round, s.undoes
        from sale s where s.venue_id = ${venueId} and s.receipt = w.receipt and s.terminal_key = d.key and s.location_id = ${locationId})
      union all
      (select true, v.sale_id::text, v.revision, v.kind, v.original_receipt, v.content_hash, v.round, v.undoes
        from sale v where v.venue_id = ${venueId} and v.location_id = ${locationId} and v.terminal_key = d.key and v.original_receipt = w.receipt and v.kind = 3 and v.receipt <> v.original_receipt
          and not exists (select from sale c where c.venue_id = ${venueId} and c.receipt = v.receipt and c.terminal_key = v.terminal_key
            and c.location_id = v.location_id and c.revision = v.revision and c.kind = 5 and c.round = v.round))
    ) e`
}

/** Sales as they were stored, to be taken back. */
export const storedFacts = async ({ sql, venueId }: VenueScope, saleIds: readonly string[]): Promise<Map<string, Fact>> => {
  if (saleIds.length === 0) return new Map()
  const ids = numbers(saleIds)
  const [sales, lines, payments, adjustments] = await Promise.all([
    sql<(Omit<Fact, 'lines' | 'payments' | 'adjustments' | 'openedAt' | 'closedAt'> & { openedAt: Date | null; closedAt: Date })[]>`
      select sale_id::text as "saleId", location_id as "locationId", terminal_key as "terminalKey", receipt, revision, kind, counter_of::text as "counterOf", round, undoes,
        original_receipt as "originalReceipt", sequence, business_date as "businessDate", sent_business_date as "sentBusinessDate", opened_at as "openedAt",
        closed_at as "closedAt", local_hour as "localHour", local_minute as "localMinute", clerk_key as "clerkKey", order_type as "orderType",
        table_name as "tableName", reservation, covers, card_number as "cardNumber", points_accrued as "pointsAccrued", points_redeemed as "pointsRedeemed", points_source as "pointsSource",
        n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax as "surchargeTax", non_sales as "nonSales", tips, rounding, total,
        batch_id as "batchId", content_hash as "contentHash", source
      from unnest(${ids}::bigint[]) as w(wanted) cross join lateral (select * from sale s where s.venue_id = ${venueId} and s.sale_id = w.wanted) s`,
    sql<(FactLine & { saleId: string })[]>`
      select sale_id::text as "saleId", line_no as "lineNo", kind, product_id as "productId", class_id as "classId", served_as as "servedAs", name, counts, n, wastage, voided,
        parent_line_no as "parentLineNo", cover_units as "coverUnits", modifiers, voucher, wastage_reason_key as "wastageReasonKey", qty, unit_price as "unitPrice", gross, promotion, discount, refund,
        surcharge, amount, tax, surcharge_tax as "surchargeTax", cost
      from unnest(${ids}::bigint[]) as w(wanted)
        cross join lateral (select p.*, c.served_as from sale_line p left join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
          where p.venue_id = ${venueId} and p.sale_id = w.wanted order by p.line_no) p`,
    sql<(FactPayment & { saleId: string })[]>`
      select sale_id::text as "saleId", media_key as "mediaKey", tendered, change, cash_out as "cashOut", tip, surcharge, net, reference, card_type as "cardType", last4, voucher
      from unnest(${ids}::bigint[]) as w(wanted)
        cross join lateral (select * from sale_payment p where p.venue_id = ${venueId} and p.sale_id = w.wanted order by p.payment_no) p`,
    sql<(FactAdjustment & { saleId: string })[]>`
      select sale_id::text as "saleId", kind, key, line_no as "lineNo", amount
      from unnest(${ids}::bigint[]) as w(wanted)
        cross join lateral (select * from sale_adjustment p where p.venue_id = ${venueId} and p.sale_id = w.wanted order by p.adjustment_no) p`,
  ])
  const [linesOf, paymentsOf, adjustmentsOf] = [bySale(lines), bySale(payments), bySale(adjustments)]
  return new Map(
    sales.map((sale) => [
      sale.saleId,
      {
        ...sale,
        openedAt: sale.openedAt?.getTime() ?? null,
        closedAt: sale.closedAt.getTime(),
        lines: linesOf.get(sale.saleId) ?? [],
        payments: paymentsOf.get(sale.saleId) ?? [],
        adjustments: adjustmentsOf.get(sale.saleId) ?? [],
      } as Fact,
    ]),
  )
}

/** Parts of sales in their order, by their sale. */
const bySale = <T extends { saleId: string }>(parts: readonly T[]): Map<string, Omit<T, 'saleId'>[]> => {
  const sales = new Map<string, Omit<T, 'saleId'>[]>()
  for (const { saleId, ...part } of parts) {
    const own = sales.get(saleId)
    if (own) own.push(part)
    else sales.set(saleId, [part])
  }
  return sales
}
