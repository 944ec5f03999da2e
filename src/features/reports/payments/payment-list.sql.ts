import type { Where } from '#features/reports/kit/arrivals.rules.ts'
import { feeRates, type PaymentPlaces } from '#features/reports/kit/card-payments.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import type { Listed, PaymentState, Position } from './payment-list.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Whose payments are asked for. */
export interface WantedPayments extends PaymentPlaces, Span {
  figure: Listed
  /** undefined: of any. */
  currency: string | undefined
  where: Where | undefined
  /** Only those that this payout pays out. */
  payoutId: string | undefined
  /** Everything the payout pays out, on whatever day it was paid. */
  wholePayout: boolean
  /** Only payments of which this is so. */
  state: PaymentState | undefined
}

/** One movement at the provider, a payment that failed or an open dispute; minor units. */
export interface PaymentRow {
  id: string
  paymentId: string | null
  kind: string
  at: Date
  micros: string
  day: string
  locationId: number | null
  currency: string
  amount: number
  value: number
  ourFee: number
  providerFee: number
  net: number
  status: string | null
  state: PaymentState | null
  failure: string | null
  brand: string | null
  last4: string | null
  payoutId: string | null
  payoutStatus: string | null
  arrivesOn: string | null
  answerBy: Date | null
}

/** A page in the order of trading day and time. */
export const paymentPage = async (scope: VenueScope, wanted: WantedPayments, after: Position | undefined, limit: number): Promise<PaymentRow[]> => {
  const { sql, venueId } = scope
  const onward = after
    ? sql`where (day, at, id) > (${after.day}::date, timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id})`
    : sql``
  return sql<PaymentRow[]>`
    select r.id, r.payment_id as "paymentId", r.kind, r.at, round(date_part('epoch', r.at) * 1000000)::bigint::text as micros, r.day, r.location_id as "locationId", r.currency,
      r.amount, r.value, r.our_fee as "ourFee", r.provider_fee as "providerFee", r.net, p.status, ${stateOf(scope)} as state, p.failure_code as failure, p.brand, p.last4,
      r.payout_id as "payoutId", o.status as "payoutStatus", o.arrives_on as "arrivesOn", r.answer_by as "answerBy"
    from (select * from (${rowsOf(scope, wanted)}) as one ${onward} order by day, at, id limit ${limit}) r
    left join payment p on p.venue_id = ${venueId} and p.provider = r.provider and p.payment_id = r.payment_id
    left join payout o on o.venue_id = ${venueId} and o.provider = r.provider and o.payout_id = r.payout_id
    order by r.day, r.at, r.id`
}

/** What all of them add up to, whatever page is looked at: added from the payments themselves, never from the sums by day. */
export const paymentListSums = async (scope: VenueScope, wanted: WantedPayments): Promise<{ count: number; value: number }> => {
  const [row] = await scope.sql<{ count: number; value: number }[]>`
    select count(*) as count, coalesce(sum(value), 0)::bigint as value from (${rowsOf(scope, wanted)}) as one`
  return row ?? { count: 0, value: 0 }
}

/** Whether the reader may see a payout of this name. */
export const isPayout = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: PaymentPlaces, payoutId: string): Promise<boolean> => {
  const rows = await sql`
    select 1 from payout p where p.venue_id = ${venueId} and p.payout_id = ${payoutId} and (p.location_id = any(${[...locationIds]}::int[]) or p.location_id is null
      and (${nowhere} or exists (select from payment_entry e where e.venue_id = ${venueId} and e.provider = p.provider and e.payout_id = p.payout_id
        and e.location_id = any(${[...locationIds]}::int[]))))`
  return rows.length > 0
}

/** What became of the payment `p`; null where there is none. */
export const stateOf = ({ sql, venueId }: VenueScope): Fragment => sql`
  case when p.payment_id is null then null when p.status = 'failed' then 'Failed' when p.status = 'pending' or not p.is_captured then 'Pending'
    when p.is_disputed or p.payment_id in (select d.payment_id from payment_dispute d where d.venue_id = ${venueId}) then 'Disputed'
    when exists (select from payment_entry x where x.venue_id = ${venueId} and x.provider = p.provider and x.payment_id = p.payment_id and x.kind = 'refund') then 'Refunded'
    else 'Paid' end`

const rowsOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  const { sql, venueId } = scope
  const rows = allRowsOf(scope, wanted)
  if (wanted.state === undefined) return rows
  return sql`
    select m.* from (${rows}) as m join payment p on p.venue_id = ${venueId} and p.provider = m.provider and p.payment_id = m.payment_id
    where ${stateOf(scope)} = ${wanted.state}`
}

const allRowsOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  switch (wanted.figure) {
    case 'Payments':
      return paymentsOf(scope, wanted)
    case 'Failed':
      return failedOf(scope, wanted)
    case 'OpenDisputes':
      return disputesOf(scope, wanted)
    default:
      return entriesOf(scope, wanted)
  }
}

const entriesOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  const { sql, venueId } = scope
  const { figure, from, to, payoutId, wholePayout } = wanted
  const { value, isPart } = partOf(scope, figure)
  return sql`
    select e.provider, e.entry_id as id, e.payment_id, e.kind, e.created_at as at, e.business_date as day, e.location_id, e.currency, e.amount, ${value} as value, e.our_fee,
      case when e.kind = 'fee' then -e.amount else e.fee - e.our_fee end as provider_fee, e.net, e.payout_id, null::timestamptz as answer_by
    from payment_entry e ${figure === 'OurFee' ? sql`left join ${feeRates(scope)} on e.business_date >= rates.from_day and e.business_date < rates.to_day` : sql``}
    where e.venue_id = ${venueId} and e.kind <> 'payout' ${inCurrency(scope, wanted, 'e')} and ${placed(scope, wanted, 'e')} and ${isPart}
      ${wholePayout ? sql`` : sql`and e.business_date between ${from}::date and ${to}::date`}
      ${payoutId === undefined ? sql`` : sql`and e.payout_id = ${payoutId}`} ${standing(scope, wanted)}`
}

/** What an entry adds to a figure, and whether it has a part in it. */
const partOf = ({ sql }: VenueScope, figure: Listed): { value: Fragment; isPart: Fragment } => {
  switch (figure) {
    case 'Volume':
      return { value: sql`e.amount`, isPart: sql`e.kind = 'charge'` }
    case 'Refunds':
      return { value: sql`e.amount`, isPart: sql`e.kind = 'refund'` }
    case 'Disputed':
      return { value: sql`e.amount`, isPart: sql`e.kind = 'dispute'` }
    case 'Other':
      return { value: sql`e.amount`, isPart: sql`e.kind not in ('charge', 'refund', 'dispute', 'fee')` }
    case 'OurFee':
      return { value: sql`coalesce((e.amount * rates.percent + 5000) / 10000 + rates.fixed, 0)`, isPart: sql`e.kind = 'charge'` }
    case 'OurFeeTaken':
      return { value: sql`e.our_fee`, isPart: sql`e.our_fee <> 0` }
    case 'ProviderFee':
      return { value: sql`e.fee - e.our_fee - case when e.kind = 'fee' then e.amount else 0 end`, isPart: sql`(e.fee <> e.our_fee or e.kind = 'fee')` }
    case 'Fees':
      return { value: sql`e.fee - case when e.kind = 'fee' then e.amount else 0 end`, isPart: sql`(e.fee <> 0 or e.kind = 'fee')` }
    default:
      return { value: sql`e.net`, isPart: sql`true` }
  }
}

const standing = ({ sql, venueId }: VenueScope, { where }: WantedPayments): Fragment => {
  if (where === undefined) return sql``
  if (where === 'provider') return sql`and e.payout_id is null`
  const paid = sql`exists (select from payout o where o.venue_id = ${venueId} and o.provider = e.provider and o.payout_id = e.payout_id and o.status = 'paid')`
  return where === 'bank' ? sql`and ${paid}` : sql`and e.payout_id is not null and not ${paid}`
}

const placed = ({ sql }: VenueScope, { locationIds, nowhere }: PaymentPlaces, table: 'e' | 'p'): Fragment => {
  const location = sql(`${table}.location_id`)
  return sql`(${location} = any(${[...locationIds]}::int[]) or ${location} is null and ${nowhere})`
}

const inCurrency = ({ sql }: VenueScope, { currency }: WantedPayments, table: 'e' | 'p' | 'd'): Fragment =>
  currency === undefined ? sql`` : sql`and ${sql(`${table}.currency`)} = ${currency}`

/** All payments, whatever became of them, with what moved for those that were taken. */
const paymentsOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select p.provider, p.payment_id as id, p.payment_id, case when p.status = 'failed' then 'failed' else 'charge' end as kind, p.created_at as at,
      p.business_date as day, p.location_id, p.currency, p.amount, p.amount as value, coalesce(e.our_fee, 0) as our_fee, coalesce(e.fee - e.our_fee, 0) as provider_fee,
      coalesce(e.net, 0) as net, e.payout_id, null::timestamptz as answer_by
    from payment p left join payment_entry e on e.venue_id = ${venueId} and e.provider = p.provider and e.payment_id = p.payment_id and e.kind = 'charge'
    where p.venue_id = ${venueId} ${inCurrency(scope, wanted, 'p')} and ${placed(scope, wanted, 'p')}
      and p.business_date between ${wanted.from}::date and ${wanted.to}::date`
}

const failedOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select p.provider, p.payment_id as id, p.payment_id, 'failed' as kind, p.created_at as at, p.business_date as day, p.location_id, p.currency, p.amount, p.amount as value,
      0::bigint as our_fee, 0::bigint as provider_fee, 0::bigint as net, null as payout_id, null::timestamptz as answer_by
    from payment p where p.venue_id = ${venueId} and p.status = 'failed' ${inCurrency(scope, wanted, 'p')} and ${placed(scope, wanted, 'p')}
      and p.business_date between ${wanted.from}::date and ${wanted.to}::date`
}

/** Disputes that wait for an answer, on whatever day they were opened. */
const disputesOf = (scope: VenueScope, wanted: WantedPayments): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select p.provider, d.dispute_id as id, p.payment_id, 'dispute' as kind, d.created_at as at, p.business_date as day, p.location_id, d.currency, p.amount, d.amount as value,
      0::bigint as our_fee, 0::bigint as provider_fee, 0::bigint as net, null as payout_id, d.answer_by
    from payment_dispute d join payment p on p.venue_id = ${venueId} and p.provider = d.provider and p.payment_id = d.payment_id
    where d.venue_id = ${venueId} ${inCurrency(scope, wanted, 'd')} and d.status in ('needs_response', 'warning_needs_response') and ${placed(scope, wanted, 'p')}`
}
