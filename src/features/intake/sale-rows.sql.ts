import { salesNotice } from '#features/sums/sales-notice.rules.ts'
import type { SumsChanged } from '#features/sums/store-sums.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { withCommit } from '#platform/database/database.ts'
import type { Query } from '#platform/database/sql.ts'
import { booleans, hexadecimal, moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import type { Fact, FactAdjustment, FactLine, FactPayment } from './sale-facts.rules.ts'

export type Fragment = Query<readonly unknown[]>

/** Everything that becomes of a batch. */
export interface Written {
  facts: readonly Fact[]
  /** What becomes of everything derived; absent without facts. */
  sums: SumsChanged | undefined
  /** A further statement of the same writing, such as the memory of the batch. */
  beside: Fragment | undefined
  /** What the points of the sales come to in the ledger, as parts of the statement. */
  points: Fragment | undefined
}

/**
 * Writes facts with their lines, payments and adjustments, marks their days and adds them to the rollup, all in one statement:
 * a till that sends sale by sale waits for each. Other tills of the location wait for its rows of the rollup, so the commit goes with it.
 * What is added answers with something (`returning`): a distributed database would otherwise COPY it, which the walls between venues refuse.
 */
export const writeFacts = async (scope: VenueScope, { facts, sums, beside, points }: Written): Promise<void> => {
  const { sql } = scope
  if (!sums) {
    if (beside) await sql`${beside}`
    return
  }
  const writing = sql`
    with sales as (${sales(scope, facts)}), lines as (${lines(scope, facts)}), payments as (${payments(scope, facts)}), adjustments as (${adjustments(scope, facts)}),
      ${sums.parts} ${beside ? sql`, beside as (${beside})` : sql``} ${points ? sql`, ${points}` : sql``}
    select`
  withCommit(writing)
  sql.tell(salesNotice(scope.venueId))
}

const sales = ({ sql, venueId }: VenueScope, facts: readonly Fact[]): Fragment => {
  const ints = (name: keyof Fact) => numbers(facts.map((fact) => fact[name] as number | null))
  const words = (name: keyof Fact) => texts(facts.map((fact) => fact[name] as string | null))
  const times = (name: 'openedAt' | 'closedAt') => moments(facts.map((fact) => fact[name]))
  return sql`
    insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, counter_of, original_receipt, sequence, business_date,
      sent_business_date, opened_at, closed_at, local_hour, local_minute, clerk_key, order_type, table_name, reservation, covers, card_number,
      points_accrued, points_redeemed, points_source, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax, non_sales, tips, rounding,
      total, batch_id, source, content_hash, round, undoes)
    select ${venueId}, u.sale_id, u.location_id, u.terminal_key, u.receipt, u.revision, u.kind, u.counter_of, u.original_receipt, u.sequence, u.business_date,
      u.sent_business_date, u.opened_at, u.closed_at, u.local_hour, u.local_minute, u.clerk_key, u.order_type, u.table_name, u.reservation, u.covers, u.card_number,
      u.points_accrued, u.points_redeemed, u.points_source, u.n, u.customers, u.qty, u.gross, u.promotion, u.discount, u.refund, u.surcharge, u.amount, u.cost, u.tax, u.surcharge_tax, u.non_sales,
      u.tips, u.rounding, u.total, u.batch_id, u.source, decode(u.content_hash, 'hex'), u.round, u.undoes
    from unnest(${numbers(facts.map(({ saleId }) => saleId))}::bigint[], ${ints('locationId')}::int[], ${ints('terminalKey')}::int[], ${words('receipt')}::text[],
      ${ints('revision')}::int[], ${ints('kind')}::smallint[], ${numbers(facts.map((fact) => fact.counterOf))}::bigint[], ${words('originalReceipt')}::text[],
      ${ints('sequence')}::int[], ${words('businessDate')}::date[], ${words('sentBusinessDate')}::date[], ${times('openedAt')}::timestamptz[],
      ${times('closedAt')}::timestamptz[], ${ints('localHour')}::smallint[], ${ints('localMinute')}::smallint[], ${ints('clerkKey')}::int[],
      ${ints('orderType')}::smallint[], ${words('tableName')}::text[], ${words('reservation')}::text[], ${ints('covers')}::int[], ${words('cardNumber')}::text[],
      ${ints('pointsAccrued')}::int[], ${ints('pointsRedeemed')}::int[], ${ints('pointsSource')}::smallint[], ${ints('n')}::smallint[], ${ints('customers')}::int[], ${ints('qty')}::bigint[],
      ${ints('gross')}::bigint[], ${ints('promotion')}::bigint[], ${ints('discount')}::bigint[], ${ints('refund')}::bigint[], ${ints('surcharge')}::bigint[],
      ${ints('amount')}::bigint[], ${ints('cost')}::bigint[], ${ints('tax')}::bigint[], ${ints('surchargeTax')}::bigint[], ${ints('nonSales')}::bigint[], ${ints('tips')}::bigint[],
      ${ints('rounding')}::bigint[], ${ints('total')}::bigint[], ${words('batchId')}::text[], ${words('source')}::text[],
      ${hexadecimal(facts.map(({ contentHash }) => contentHash))}::text[], ${ints('round')}::int[], ${booleans(facts.map(({ undoes }) => undoes))}::boolean[])
    as u(sale_id, location_id, terminal_key, receipt, revision, kind, counter_of, original_receipt, sequence, business_date, sent_business_date, opened_at,
      closed_at, local_hour, local_minute, clerk_key, order_type, table_name, reservation, covers, card_number, points_accrued, points_redeemed, points_source, n, customers,
      qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax, non_sales, tips, rounding, total, batch_id, source, content_hash, round, undoes)
    returning 1`
}

/** The parts of all facts in one list, and beside it what each has from its sale: no part is copied for it. */
const partsOf = <K extends 'lines' | 'payments' | 'adjustments'>(facts: readonly Fact[], kind: K) => {
  const parts: Fact[K][number][] = []
  const [saleIds, locationIds, numbersInSale, days]: [string[], number[], number[], string[]] = [[], [], [], []]
  for (const fact of facts) {
    for (let i = 0; i < fact[kind].length; i += 1) {
      parts.push(fact[kind][i] as Fact[K][number])
      saleIds.push(fact.saleId)
      locationIds.push(fact.locationId)
      numbersInSale.push(i + 1)
      days.push(fact.businessDate)
    }
  }
  return { parts, saleIds: numbers(saleIds), locationIds: numbers(locationIds), numbersInSale: numbers(numbersInSale), days: texts(days) }
}

const lines = ({ sql, venueId }: VenueScope, facts: readonly Fact[]): Fragment => {
  const { parts, saleIds, locationIds, days } = partsOf(facts, 'lines')
  const ints = (name: keyof FactLine) => numbers(parts.map((line) => line[name] as number | null))
  const words = (name: keyof FactLine) => texts(parts.map((line) => line[name] as string | null))
  const flags = (name: keyof FactLine) => booleans(parts.map((line) => line[name] as boolean))
  return sql`
    insert into sale_line (venue_id, sale_id, line_no, location_id, business_date, kind, product_id, class_id, name, qty, unit_price, gross, promotion,
      discount, refund, surcharge, amount, tax, surcharge_tax, cost, wastage, voided, parent_line_no, counts, n, cover_units, modifiers,
      wastage_reason_key, voucher)
    select ${venueId}, u.* from unnest(${saleIds}::bigint[], ${ints('lineNo')}::smallint[], ${locationIds}::int[], ${days}::date[],
      ${ints('kind')}::smallint[], ${ints('productId')}::int[], ${ints('classId')}::int[], ${words('name')}::text[],
      ${ints('qty')}::bigint[], ${ints('unitPrice')}::bigint[], ${ints('gross')}::bigint[], ${ints('promotion')}::bigint[], ${ints('discount')}::bigint[],
      ${ints('refund')}::bigint[], ${ints('surcharge')}::bigint[], ${ints('amount')}::bigint[], ${ints('tax')}::bigint[], ${ints('surchargeTax')}::bigint[], ${ints('cost')}::bigint[],
      ${flags('wastage')}::boolean[], ${flags('voided')}::boolean[], ${ints('parentLineNo')}::smallint[],
      ${flags('counts')}::boolean[], ${ints('n')}::smallint[], ${ints('coverUnits')}::bigint[], ${words('modifiers')}::text[],
      ${ints('wastageReasonKey')}::int[], ${ints('voucher')}::int[]) as u
    returning 1`
}

const payments = ({ sql, venueId }: VenueScope, facts: readonly Fact[]): Fragment => {
  const { parts, saleIds, locationIds, numbersInSale, days } = partsOf(facts, 'payments')
  const ints = (name: keyof FactPayment) => numbers(parts.map((payment) => payment[name] as number))
  const words = (name: keyof FactPayment) => texts(parts.map((payment) => payment[name] as string | null))
  return sql`
    insert into sale_payment (venue_id, sale_id, payment_no, location_id, business_date, media_key, tendered, change, cash_out, tip, surcharge, net,
      reference, card_type, last4, voucher)
    select ${venueId}, u.* from unnest(${saleIds}::bigint[], ${numbersInSale}::smallint[], ${locationIds}::int[], ${days}::date[],
      ${ints('mediaKey')}::int[], ${ints('tendered')}::bigint[], ${ints('change')}::bigint[], ${ints('cashOut')}::bigint[],
      ${ints('tip')}::bigint[], ${ints('surcharge')}::bigint[], ${ints('net')}::bigint[], ${words('reference')}::text[], ${words('cardType')}::text[],
      ${words('last4')}::text[], ${numbers(parts.map(({ voucher }) => voucher))}::int[]) as u
    returning 1`
}

const adjustments = ({ sql, venueId }: VenueScope, facts: readonly Fact[]): Fragment => {
  const { parts, saleIds, locationIds, numbersInSale, days } = partsOf(facts, 'adjustments')
  const ints = (name: keyof FactAdjustment) => numbers(parts.map((adjustment) => adjustment[name]))
  return sql`
    insert into sale_adjustment (venue_id, sale_id, adjustment_no, location_id, business_date, kind, key, line_no, amount)
    select ${venueId}, u.* from unnest(${saleIds}::bigint[], ${numbersInSale}::smallint[], ${locationIds}::int[], ${days}::date[],
      ${ints('kind')}::smallint[], ${ints('key')}::int[], ${ints('lineNo')}::smallint[], ${ints('amount')}::bigint[]) as u
    returning 1`
}
