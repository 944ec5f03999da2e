import { isNotUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { AdjustmentRow, LineRow, ReceiptRow, RelatedRow, TenderRow } from './receipt-rows.rules.ts'

/** One receipt, if it was rung up at a location the holder may see. */
export const receiptById = async ({ sql, venueId, locations }: VenueScope, saleId: string): Promise<ReceiptRow | undefined> => {
  const [row] = await sql<ReceiptRow[]>`
    select s.sale_id::text, s.location_id, s.receipt, s.revision, s.counter_of::text, s.original_receipt, s.terminal_key, t.name as terminal, c.name as clerk,
      s.kind, s.business_date, s.sent_business_date, s.opened_at, s.closed_at, s.received_at, s.table_name, s.order_type, s.customers, s.card_number,
      s.points_accrued, s.points_redeemed, s.points_source, s.source, s.qty, s.gross, s.promotion, s.discount, s.refund, s.surcharge, s.amount, s.tax, s.non_sales,
      s.tips, s.rounding, s.total
    from sale s
    left join dimension_key t on t.venue_id = ${venueId} and t.key = s.terminal_key
    left join dimension_key c on c.venue_id = ${venueId} and c.key = s.clerk_key
    where s.venue_id = ${venueId} and s.sale_id = ${saleId}::bigint and s.location_id = any(${locations.map(({ locationId }) => locationId)}::int[])`
  return row
}

/** The lines of a receipt, as they were rung up. */
export const linesOfReceipt = ({ sql, venueId }: VenueScope, saleId: string): Promise<LineRow[]> => sql<LineRow[]>`
  select l.line_no, l.kind, p.plu, l.name, l.qty, l.unit_price, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.tax,
    case when l.counts then l.qty * l.cover_units else 0 end as units, l.wastage, d.name as wastage_reason, l.voided, l.parent_line_no
  from sale_line l left join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
    left join dimension_key d on d.venue_id = ${venueId} and d.key = l.wastage_reason_key
  where l.venue_id = ${venueId} and l.sale_id = ${saleId}::bigint order by l.line_no`

/** How a receipt was paid. */
export const tendersOfReceipt = ({ sql, venueId }: VenueScope, saleId: string): Promise<TenderRow[]> => sql<TenderRow[]>`
  select d.name as media, p.tendered, p.change, p.cash_out, p.tip, p.surcharge, p.net, p.card_type, p.last4, p.reference
  from sale_payment p left join dimension_key d on d.venue_id = ${venueId} and d.key = p.media_key
  where p.venue_id = ${venueId} and p.sale_id = ${saleId}::bigint order by p.payment_no`

/** Promotions, discounts, surcharges and tips of a receipt, with their reasons. */
export const adjustmentsOfReceipt = ({ sql, venueId }: VenueScope, saleId: string): Promise<AdjustmentRow[]> => sql<AdjustmentRow[]>`
  select a.kind, d.name, a.line_no, a.amount
  from sale_adjustment a left join dimension_key d on d.venue_id = ${venueId} and d.key = a.key
  where a.venue_id = ${venueId} and a.sale_id = ${saleId}::bigint order by a.adjustment_no`

/** What belongs to a receipt: its other revisions and entries on its till, what voids or refunds it, and what it voids or refunds. */
export const relatedReceipts = (scope: VenueScope, of: ReceiptRow): Promise<RelatedRow[]> => {
  const { sql, venueId } = scope
  const here = sql`venue_id = ${venueId} and location_id = ${of.location_id}`
  const onTill = sql`${here} and terminal_key = ${of.terminal_key}`
  return sql<RelatedRow[]>`
    select sale_id::text, receipt, revision, kind, counter_of::text, original_receipt, business_date, closed_at, total
    from (
      select * from sale where ${onTill} and receipt = any(${[of.receipt, ...(of.original_receipt ? [of.original_receipt] : [])]}::text[])
      union select * from sale where ${onTill} and original_receipt = ${of.receipt} and kind = 3
      union select * from sale where ${here} and original_receipt = ${of.receipt} and kind = 2) s
    where sale_id <> ${of.sale_id}::bigint and (${isNotUndone(scope)}
      or not (select ${isNotUndone(scope)} from sale s where s.venue_id = ${venueId} and s.sale_id = ${of.sale_id}::bigint))
    order by closed_at, sale_id limit 50`
}
