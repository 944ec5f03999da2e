import type { Span } from '#features/reports/kit/period.rules.ts'
import { COVER_UNIT_STEPS } from '#features/sums/guest-pack.rules.ts'
import { atTimes, counted, type Fragment, type Slice } from '#features/sums/reading/slice.sql.ts'
import { isNotUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type Booked, byPart, type InvoiceFigure, LISTS_ALL, type Position } from './invoices.rules.ts'
import type { InvoiceRow, InvoiceSums } from './receipt-rows.rules.ts'

/** Whose receipts are asked for. */
export interface Wanted extends Slice, Span {
  figure: InvoiceFigure
  /** 0 to 23, or + 100 for the second time round. */
  hour: number | undefined
  mediaKey: number | undefined
  productIds: readonly number[] | undefined
  /** Classes of products. */
  classIds?: readonly number[] | undefined
  /** Who rang it up; 0 is nobody told. */
  clerkKey?: number | undefined
  /** How it was ordered, an ORDER_TYPE. */
  orderType?: number | undefined
  /** Promotions (1), discounts (2) or surcharges (3). */
  adjustment?: { kind: 1 | 2 | 3; keys: readonly number[] } | undefined
  /** The till it was rung up at. */
  terminalKey?: number | undefined
  /** Lines of wastage instead of those sold. */
  wastage?: boolean | undefined
  /** Of those the ones written off for a reason, by all of its keys; 0 is none told. */
  wastageReasons?: readonly number[] | undefined
  /** Only receipts that covers are counted from, as guest_source knows them: all at places that count by items, elsewhere those of tables. */
  covers?: { byItem: readonly number[] } | undefined
  /** Only receipts of tables, of those that had booked or of the others, as guest_source knows them. */
  booked?: Booked | undefined
  /** With sales that the undo of an import took back, and the entries it made. */
  undone?: boolean | undefined
}

/** Whether only some lines of a receipt are asked for. */
const bySomeLines = ({ productIds, classIds, wastage }: Wanted): boolean => productIds !== undefined || classIds !== undefined || wastage === true

/** A page of receipts in the order they were closed, day by day; each location is read in its own index order. */
export const invoicePage = async (scope: VenueScope, wanted: Wanted, after: Position | undefined, limit: number): Promise<InvoiceRow[]> => {
  const { sql, venueId } = scope
  const onward = after
    ? sql`and (s.business_date, s.closed_at, s.sale_id) > (${after.date}::date, timestamptz 'epoch' + ${after.closedAtMicros}::bigint * interval '1 microsecond', ${after.saleId}::bigint)`
    : sql``
  // The keys alone are put in order: a sale is wide, and each location offers a page of them.
  return sql<InvoiceRow[]>`
    select s.sale_id::text, s.location_id, s.receipt, t.name as terminal, c.name as clerk, s.kind, s.business_date, s.closed_at,
      round(date_part('epoch', s.closed_at) * 1000000)::bigint::text as closed_micros, s.order_type, s.customers, s.card_number, s.qty, s.gross,
      s.promotion, s.discount, s.refund, s.surcharge, s.amount, s.tax, s.non_sales, s.tips, s.rounding, s.total, r.value
    from (
      select one.* from unnest(${wanted.locationIds as number[]}::int[]) as l(location_id) cross join lateral (
        select s.sale_id, s.business_date, s.closed_at, ${contribution(scope, wanted)} as value from sale s ${partsOf(scope, wanted)}
        where s.venue_id = ${venueId} and s.location_id = l.location_id ${askedFor(scope, wanted)} ${onward}
          ${wanted.undone ? sql`` : sql`and ${isNotUndone(scope)}`}
        order by s.business_date, s.closed_at, s.sale_id limit ${limit}) one
      order by one.business_date, one.closed_at, one.sale_id limit ${limit}) r
    join sale s on s.venue_id = ${venueId} and s.sale_id = r.sale_id
    left join dimension_key t on t.venue_id = ${venueId} and t.key = s.terminal_key
    left join dimension_key c on c.venue_id = ${venueId} and c.key = s.clerk_key
    order by r.business_date, r.closed_at, r.sale_id`
}

const SUMMED = [
  'n',
  'customers',
  'qty',
  'gross',
  'promotion',
  'discount',
  'refund',
  'surcharge',
  'amount',
  'tax',
  'non_sales',
  'tips',
  'rounding',
  'total',
] as const

/**
 * What all the receipts add up to, whatever page is looked at: added from the receipts themselves, never from the rollup.
 * Each entry of an undo cancels exactly one other receipt in every figure and filter, so the count without both needs no lookup.
 */
export const invoiceSums = async (scope: VenueScope, wanted: Wanted): Promise<InvoiceSums> => {
  const { sql, venueId } = scope
  const sums = SUMMED.map((name) => sql`coalesce(sum(s.${sql(name)}), 0)::bigint as ${sql(name)}`).reduce((all, one) => sql`${all}, ${one}`)
  const [row] = await sql<InvoiceSums[]>`
    select ${wanted.undone ? sql`count(*)` : sql`coalesce(sum(case when s.undoes then -1 else 1 end), 0)`}::bigint as count, coalesce(sum(${contribution(scope, wanted)}), 0)::bigint as value, ${sums}
    from sale s ${partsOf(scope, wanted)}
    where s.venue_id = ${venueId} and s.location_id = any(${wanted.locationIds as number[]}::int[]) ${askedFor(scope, wanted)}`
  return row as InvoiceSums
}

/** How many receipts there can be, going by place and day alone, counted no further than `limit`: from the index, without looking at any. */
export const atMost = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Wanted, limit: number): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from (select from sale where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[])
      and business_date between ${from} and ${to} limit ${limit}) as counted`
  return row?.n ?? 0
}

const askedFor = (scope: VenueScope, wanted: Wanted): Fragment => {
  const { sql } = scope
  const { from, to, figure, hour, clerkKey, orderType, terminalKey, covers, booked } = wanted
  const hourIs = hour === undefined ? sql`` : hour >= 100 ? sql`and s.local_hour = ${hour}` : sql`and s.local_hour % 100 = ${hour}`
  // What was no sale and moved nothing, such as a record of wastage, stands behind no figure.
  const contributes = byPart(wanted)
    ? sql``
    : LISTS_ALL.includes(figure)
      ? sql`and (s.n <> 0 or ${contribution(scope, wanted)} <> 0)`
      : sql`and ${contribution(scope, wanted)} <> 0`
  return sql`and s.business_date between ${from} and ${to} and s.kind in ${counted(scope)} ${atTimes(scope, wanted, 's.')} ${hourIs} ${contributes}
    ${covers ? sql`and (${isTable(scope)} or ${countsItems(scope, covers)})` : sql``}
    ${booked ? sql`and (${isTable(scope)}) and s.reservation ${booked === 'reserved' ? sql`is not null` : sql`is null`}` : sql``}
    ${terminalKey === undefined ? sql`` : sql`and s.terminal_key = ${terminalKey}`}
    ${orderType === undefined ? sql`` : sql`and s.order_type = ${orderType}`}
    ${clerkKey === undefined ? sql`` : sql`and coalesce(s.clerk_key, 0) = ${clerkKey}`}`
}

/** Opened for a number of people, or a further bill of such a table. */
const isTable = ({ sql }: VenueScope): Fragment => sql`s.covers <> 0 or s.n <> 0 and s.customers = 0 and s.table_name is not null`

const countsItems = ({ sql }: VenueScope, { byItem }: { byItem: readonly number[] }): Fragment => sql`s.location_id = any(${byItem as number[]}::int[])`

/** The part of a receipt that is asked for: some of its lines, one of its tenders, or one thing taken off or put on. */
const partsOf = (scope: VenueScope, wanted: Wanted): Fragment => {
  const { sql, venueId } = scope
  const { mediaKey, adjustment } = wanted
  return sql`
    ${bySomeLines(wanted) ? linesOf(scope, wanted) : sql``}
    ${wanted.figure === 'Covers' ? unitsOf(scope, wanted) : sql``}
    ${
      mediaKey === undefined
        ? sql``
        : sql`join lateral (
          select sum(net) as net, count(*) as tenders from sale_payment p
          where p.venue_id = ${venueId} and p.sale_id = s.sale_id and p.media_key = ${mediaKey}) m on m.tenders > 0`
    }
    ${
      adjustment === undefined
        ? sql``
        : sql`join lateral (
          select sum(amount) as amount, count(*) as uses from sale_adjustment a
          where a.venue_id = ${venueId} and a.sale_id = s.sale_id and a.kind = ${adjustment.kind}
            and a.key = any(${adjustment.keys as number[]}::int[])) a on a.uses > 0`
    }`
}

/**
 * Lines of chosen items or classes, or those wasted: these are few, and are looked for among their like and not in each receipt. Of a line that is no sale the
 * surcharge belongs to its class, since that is one.
 */
const linesOf = (scope: VenueScope, wanted: Wanted): Fragment => {
  const { sql, venueId } = scope
  const { classIds, wastage, wastageReasons, locationIds, from, to } = wanted
  const byClass = classIds !== undefined && !wastage
  const sold = (name: string) => (byClass ? sql`case when l.counts then l.${sql(name)} else 0 end` : sql`l.${sql(name)}`)
  const summed = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'cost'].map((name) => sql`sum(${sold(name)}) as ${sql(name)}`)
  const which = wastage
    ? sql`l.wastage and not l.voided`
    : byClass
      ? sql`(l.counts or l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0))`
      : sql`l.counts`
  const where = wastage ? sql`l.location_id = any(${locationIds as number[]}::int[]) and l.business_date between ${from} and ${to}` : sql`l.sale_id = s.sale_id`
  const lines = sql`
    select ${wastage ? sql`l.sale_id,` : sql``} ${summed.reduce((all, one) => sql`${all}, ${one}`)}, sum(l.surcharge) as surcharge, sum(l.tax) as tax, sum(l.surcharge_tax) as surcharge_tax,
      sum(${byClass ? sql`case when l.counts then l.amount else l.surcharge end` : sql`l.amount`}) as amount, count(*) as lines
    from sale_line l where l.venue_id = ${venueId} and ${where} and ${which}
      ${wastageReasons ? sql`and coalesce(l.wastage_reason_key, 0) = any(${wastageReasons as number[]}::int[])` : sql``}
      ${ofProducts(scope, wanted)} ${wastage ? sql`group by l.sale_id` : sql``}`
  return wastage ? sql`join (${lines}) i on i.sale_id = s.sale_id` : sql`join lateral (${lines}) i on i.lines > 0`
}

/** What the lines stand for where covers are counted by items; a receipt without such lines stays, since its table may have patrons. */
const unitsOf = (scope: VenueScope, wanted: Wanted): Fragment => scope.sql`cross join lateral (
    select coalesce(sum(l.qty * l.cover_units), 0)::bigint as units from sale_line l
    where l.venue_id = ${scope.venueId} and l.sale_id = s.sale_id and l.counts ${ofProducts(scope, wanted)}) u`

const ofProducts = ({ sql }: VenueScope, { productIds, classIds }: Wanted): Fragment => sql`
  ${productIds ? sql`and l.product_id = any(${productIds as number[]}::int[])` : sql``}
  ${classIds ? sql`and l.class_id = any(${classIds as number[]}::int[])` : sql``}`

/** What a receipt, or the part asked for, contributes to the figure. */
const contribution = (scope: VenueScope, wanted: Wanted): Fragment => {
  const { sql } = scope
  const { figure, mediaKey, adjustment, covers } = wanted
  if (mediaKey !== undefined) return sql`m.net`
  if (adjustment) return sql`a.amount`
  const from = bySomeLines(wanted) ? sql`i` : sql`s`
  const times = sql`${from}.n`
  const netExTax = sql`(${from}.amount - ${from}.surcharge - ${from}.tax + ${from}.surcharge_tax)`
  const patrons = sql`s.customers::bigint * ${COVER_UNIT_STEPS}`
  const values: Record<InvoiceFigure, Fragment> = {
    Sales: times,
    TotalCount: times,
    Customers: sql`s.customers`,
    Quantity: sql`${from}.qty`,
    Amount: sql`${from}.amount`,
    ShiftCount: sql`(case when s.order_type in (2, 3) then 0 else ${times} end)`,
    DeliveryCount: sql`(case when s.order_type = 3 then ${times} else 0 end)`,
    TakeawayCount: sql`(case when s.order_type = 2 then ${times} else 0 end)`,
    LoyaltyCount: sql`(case when s.card_number is null then 0 else ${times} end)`,
    LoyaltySales: sql`(case when s.card_number is null then 0 else ${from}.amount end)`,
    Gross: sql`${from}.gross`,
    Promotions: sql`${from}.promotion`,
    Discounts: sql`${from}.discount`,
    Refunds: sql`${from}.refund`,
    Net: sql`(${from}.amount - ${from}.surcharge)`,
    Surcharges: sql`${from}.surcharge`,
    Tax: sql`${from}.tax`,
    AmountExTax: sql`(${from}.amount - ${from}.tax)`,
    Cost: sql`${from}.cost`,
    SurchargeTax: sql`${from}.surcharge_tax`,
    NetExTax: netExTax,
    GrossProfit: sql`(${netExTax} - ${from}.cost)`,
    NonSales: sql`s.non_sales`,
    Tips: sql`s.tips`,
    Rounding: sql`s.rounding`,
    Takings: sql`s.total`,
    // Hundred-millionths, as items are told in.
    Covers: covers ? sql`(case when ${countsItems(scope, covers)} then u.units else ${patrons} end)` : patrons,
  }
  return values[figure]
}
