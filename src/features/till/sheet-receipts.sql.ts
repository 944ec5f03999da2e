import type { Fragment } from '#features/sums/reading/slice.sql.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { methodOfMedia } from '#features/sums/sheet-facts.sql.ts'
import { isNotUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { SheetFigure } from './sheet-receipts.rules.ts'
import type { SheetKey } from './sheet-rows.rules.ts'
import type { Method } from './till.rules.ts'

/** A receipt behind a figure; the value is what it adds to it, in minor units or as a count. */
export interface ReceiptRow {
  saleId: string
  receipt: string
  closedAt: Date
  kind: number
  clerk: string | null
  value: number
  /** Over all receipts behind the figure. */
  receipts: number
  total: number
}

/** The sales of a sheet, as decision 0052 has them: of sessions open at that moment, the one opened last; of none, those outside any session. */
export const salesOfSheet = ({ sql, venueId }: VenueScope, { sessionId, locationId, terminalKey, day }: SheetKey): Fragment => sql`
  s.venue_id = ${venueId} and s.location_id = ${locationId} and s.terminal_key = ${terminalKey} and s.business_date = ${day}
  and (select o.session_id from till_session o where o.venue_id = ${venueId} and o.location_id = ${locationId} and o.terminal_key = ${terminalKey}
    and o.business_date = ${day} and o.opened_at <= s.closed_at and (o.closed_at is null or o.closed_at >= s.closed_at)
    order by o.opened_at desc, o.session_id desc limit 1) is not distinct from ${sessionId}::bigint`

/** The receipts of a sheet that stand behind one of its figures, in the order they were closed; with what all of them come to. */
export const receiptsBehind = async (
  scope: VenueScope,
  key: SheetKey,
  asked: { figure: SheetFigure; department: string | undefined; limit: number },
): Promise<ReceiptRow[]> => {
  const { sql, venueId } = scope
  const { from, value, kinds } = partOf(scope, asked.figure, asked.department ?? '')
  const rows = await sql<ReceiptRow[]>`
    select r.sale_id::text as "saleId", r.receipt, r.closed_at as "closedAt", r.kind, k.name as clerk, r.value, r.receipts, r.total from (
      select s.sale_id, s.receipt, s.closed_at, s.kind, s.clerk_key, (${value})::bigint as value, count(*) over ()::int as receipts,
        sum(${value}) over ()::bigint as total
      from sale s ${from} where ${salesOfSheet(scope, key)} and s.kind in ${kinds} and ${value} <> 0 and ${isNotUndone(scope)}
      order by s.closed_at, s.sale_id limit ${asked.limit}) r
    left join dimension_key k on k.venue_id = ${venueId} and k.key = r.clerk_key
    order by r.closed_at, r.sale_id`
  return [...rows]
}

interface Part {
  from: Fragment
  value: Fragment
  kinds: Fragment
}

/** What a receipt adds to a figure, in the way the sheet adds it up. */
const partOf = (scope: VenueScope, figure: SheetFigure, department: string): Part => {
  const { sql } = scope
  const none = sql``
  const sold = sql`(1, 2, 5)`
  const all = sql`(1, 2, 3, 4, 5)`
  const sign = sql`(case when s.kind = 5 then -1 else 1 end)`
  const paid = paymentsOf(scope)
  const parts: Partial<Record<SheetFigure, Part>> = {
    Cash: { from: paid('Cash'), value: sql`(m.net - m.all_out)`, kinds: sold },
    CashSales: { from: paid('Cash'), value: sql`m.net`, kinds: sold },
    CashOut: { from: paid('Cash'), value: sql`m.all_out`, kinds: sold },
    Takings: { from: none, value: sql`s.total`, kinds: sold },
    Amount: { from: none, value: sql`s.amount`, kinds: sold },
    Tax: { from: none, value: sql`s.tax`, kinds: sold },
    Department: { from: linesOf(scope, department), value: sql`l.amount`, kinds: sold },
    Refunds: { from: none, value: sql`s.refund`, kinds: sold },
    Discounts: { from: none, value: sql`s.discount`, kinds: sold },
    Covers: { from: none, value: sql`(s.covers * ${sign})`, kinds: sold },
    Voids: { from: none, value: sql`1`, kinds: sql`(3)` },
    NoSales: { from: none, value: sql`1`, kinds: sql`(4)` },
    Total: { from: none, value: sql`s.n`, kinds: sql`(1, 2, 3, 5)` },
    Shift: { from: none, value: sql`(case when s.order_type in (2, 3) then 0 when s.kind = 4 then 0 else s.n end)`, kinds: all },
    Delivery: { from: none, value: sql`(case when s.order_type = 3 then s.n else 0 end)`, kinds: all },
    Takeaway: { from: none, value: sql`(case when s.order_type = 2 then s.n else 0 end)`, kinds: all },
  }
  return parts[figure] ?? { from: paid(figure as Method), value: sql`(m.net + m.own_out)`, kinds: sold }
}

/** What a receipt was paid with a method, and the cash handed out on it: against that method, and against any. */
const paymentsOf =
  (scope: VenueScope) =>
  (method: Method): Fragment => {
    const { sql, venueId } = scope
    const own = sql`${methodOfMedia(scope)} = ${method}`
    return sql`cross join lateral (
      select coalesce(sum(p.net) filter (where ${own}), 0) as net, coalesce(sum(p.cash_out) filter (where ${own}), 0) as own_out,
        coalesce(sum(p.cash_out), 0) as all_out
      from sale_payment p join dimension_key d on d.venue_id = ${venueId} and d.dim = ${CODE_DIM.media} and d.key = p.media_key
      where p.venue_id = ${venueId} and p.sale_id = s.sale_id) m`
  }

/** What the lines of a department came to, surcharges of lines that are no sale included. */
const linesOf = ({ sql, venueId }: VenueScope, department: string): Fragment => sql`cross join lateral (
  select coalesce(sum(case when x.counts then x.amount else x.surcharge end), 0) as amount
  from sale_line x join product_class c on c.venue_id = ${venueId} and c.class_id = x.class_id
  where x.venue_id = ${venueId} and x.sale_id = s.sale_id and c.department = ${department} and (x.counts or x.kind = 2 and not x.voided)) l`
