import type { VenueScope } from '#platform/access/venue-scope.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { recountPaymentDays } from './payment-days.sql.ts'
import { type Charge, type Dispute, type Entry, idOf, kindOf, locationToldOf, ourFeeOf, type Payout, paymentOf } from './stripe-payments.rules.ts'

const PROVIDER = 'Stripe'

/** Whose account it is that was read. */
export interface Account {
  linkId: string
  /** Null: of the whole venue. */
  locationId: number | null
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The trading day of a moment at a location; at the venue's first where none is known. */
const dayAt = ({ locations }: VenueScope, locationId: number | null, seconds: number): string => {
  const location = locations.find((one) => one.locationId === locationId) ?? locations[0]
  return location ? tradingTime(seconds * 1000, calendarOf(location)).businessDate : moment(seconds).slice(0, 10)
}

/** Payments as they stand now, over what was kept of them. */
export const keepPayments = async (venue: VenueScope, { linkId, locationId }: Account, charges: readonly Charge[]): Promise<void> => {
  if (charges.length === 0) return
  const { sql, venueId, locations } = venue
  const rows = charges.map((charge) => {
    const told = locationToldOf(charge)
    const at = locationId ?? (locations.some((one) => one.locationId === told) ? told : null)
    const { type = null, card } = charge.payment_method_details ?? {}
    return {
      payment_id: charge.id,
      location_id: at,
      created_at: moment(charge.created),
      business_date: dayAt(venue, at, charge.created),
      currency: charge.currency.toUpperCase(),
      amount: charge.amount,
      status: charge.status,
      is_captured: charge.captured,
      is_disputed: charge.disputed ?? false,
      failure_code: charge.failure_code ?? null,
      method: type,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      country: card?.country ?? null,
    }
  })
  const kept = await sql<{ business_date: string }[]>`
    insert into payment as p (venue_id, provider, payment_id, link_id, location_id, created_at, business_date, currency, amount, status, is_captured, is_disputed,
      failure_code, method, brand, last4, country)
    select ${venueId}, ${PROVIDER}, r.payment_id, ${linkId}::bigint, r.location_id, r.created_at, r.business_date, r.currency, r.amount, r.status, r.is_captured,
      r.is_disputed, r.failure_code, r.method, r.brand, r.last4, r.country
    from jsonb_to_recordset(${sql.json(unique(rows, 'payment_id'))}::jsonb) as r(payment_id text, location_id int, created_at timestamptz, business_date date,
      currency text, amount bigint, status text, is_captured boolean, is_disputed boolean, failure_code text, method text, brand text, last4 text, country text)
    on conflict (venue_id, provider, payment_id) do update set link_id = excluded.link_id, amount = excluded.amount, status = excluded.status,
      is_captured = excluded.is_captured, is_disputed = excluded.is_disputed, failure_code = excluded.failure_code, method = excluded.method,
      brand = excluded.brand, last4 = excluded.last4, country = excluded.country
    returning business_date`
  await recount(venue, kept)
}

/** What moved money. Its location is its account's, else that of the payment it belongs to. */
export const keepEntries = async (venue: VenueScope, { linkId, locationId }: Account, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return
  const { sql, venueId } = venue
  const payments = entries.map(paymentOf).filter((id) => id !== null)
  const known = await sql<{ payment_id: string; location_id: number | null }[]>`
    select payment_id, location_id from payment where venue_id = ${venueId} and provider = ${PROVIDER} and payment_id = any(${payments}::text[])`
  const places = new Map(known.map(({ payment_id, location_id }) => [payment_id, location_id]))
  const rows = entries.map((entry) => {
    const paymentId = paymentOf(entry)
    const at = locationId ?? (paymentId === null ? null : (places.get(paymentId) ?? null))
    return {
      entry_id: entry.id,
      location_id: at,
      kind: kindOf(entry),
      provider_type: entry.type,
      created_at: moment(entry.created),
      business_date: dayAt(venue, at, entry.created),
      available_at: moment(entry.available_on),
      currency: entry.currency.toUpperCase(),
      amount: entry.amount,
      fee: entry.fee,
      our_fee: ourFeeOf(entry),
      net: entry.net,
      payment_id: paymentId,
      source_id: idOf(entry.source),
    }
  })
  const kept = await sql<{ business_date: string }[]>`
    insert into payment_entry as e (venue_id, provider, entry_id, link_id, location_id, kind, provider_type, created_at, business_date, available_at, currency, amount,
      fee, our_fee, net, payment_id, source_id)
    select ${venueId}, ${PROVIDER}, r.entry_id, ${linkId}::bigint, r.location_id, r.kind, r.provider_type, r.created_at, r.business_date, r.available_at, r.currency,
      r.amount, r.fee, r.our_fee, r.net, r.payment_id, r.source_id
    from jsonb_to_recordset(${sql.json(unique(rows, 'entry_id'))}::jsonb) as r(entry_id text, location_id int, kind text, provider_type text, created_at timestamptz,
      business_date date, available_at timestamptz, currency text, amount bigint, fee bigint, our_fee bigint, net bigint, payment_id text, source_id text)
    on conflict (venue_id, provider, entry_id) do update set link_id = excluded.link_id, kind = excluded.kind, available_at = excluded.available_at,
      amount = excluded.amount, fee = excluded.fee, our_fee = excluded.our_fee, net = excluded.net, payment_id = coalesce(excluded.payment_id, e.payment_id)
    returning business_date`
  await recount(venue, kept)
}

/** A row keeps the day it was first told of, whatever the location's trading day is by now. */
const recount = (venue: VenueScope, kept: readonly { business_date: string }[]): Promise<void> =>
  recountPaymentDays(
    venue,
    kept.map(({ business_date }) => business_date),
  )

export const keepDisputes = async ({ sql, venueId }: VenueScope, { linkId }: Account, disputes: readonly Dispute[]): Promise<void> => {
  for (const dispute of disputes) {
    const due = dispute.evidence_details?.due_by
    await sql`
      insert into payment_dispute (venue_id, provider, dispute_id, link_id, payment_id, created_at, currency, amount, status, reason, answer_by)
      values (${venueId}, ${PROVIDER}, ${dispute.id}, ${linkId}::bigint, ${idOf(dispute.charge) ?? ''}, ${moment(dispute.created)}, ${dispute.currency.toUpperCase()},
        ${dispute.amount}, ${dispute.status}, ${dispute.reason}, ${due ? moment(due) : null})
      on conflict (venue_id, provider, dispute_id) do update set amount = excluded.amount, status = excluded.status, reason = excluded.reason, answer_by = excluded.answer_by
      returning 1`
  }
}

export const keepPayouts = async ({ sql, venueId }: VenueScope, { linkId, locationId }: Account, payouts: readonly Payout[]): Promise<void> => {
  for (const payout of payouts)
    await sql`
      insert into payout (venue_id, provider, payout_id, link_id, location_id, created_at, arrives_on, currency, amount, status, failure_code)
      values (${venueId}, ${PROVIDER}, ${payout.id}, ${linkId}::bigint, ${locationId}, ${moment(payout.created)}, ${moment(payout.arrival_date).slice(0, 10)},
        ${payout.currency.toUpperCase()}, ${payout.amount}, ${payout.status}, ${payout.failure_code ?? null})
      on conflict (venue_id, provider, payout_id) do update set arrives_on = excluded.arrives_on, amount = excluded.amount, status = excluded.status,
        failure_code = excluded.failure_code
      returning 1`
}

/** Which entries a payout paid out. */
export const keepPaidOut = async ({ sql, venueId }: VenueScope, payoutId: string, entryIds: readonly string[]): Promise<void> => {
  await sql`
    update payment_entry set payout_id = ${payoutId} where venue_id = ${venueId} and provider = ${PROVIDER} and entry_id = any(${entryIds}::text[])
      and payout_id is distinct from ${payoutId} returning 1`
  await sql`
    update payout p set payments = (
      select count(*) from payment_entry e where e.venue_id = ${venueId} and e.provider = p.provider and e.payout_id = p.payout_id and e.kind = 'charge')
    where p.venue_id = ${venueId} and p.provider = ${PROVIDER} and p.payout_id = ${payoutId} returning 1`
}

const MOST_LOOKED_AT = 200

/** What may still change at Stripe: payments under way, disputes that are open, payouts that have not arrived. */
export const unsettled = async ({ sql, venueId }: VenueScope, { linkId }: Account): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    (select payment_id as id from payment where venue_id = ${venueId} and link_id = ${linkId}::bigint and (status = 'pending' or not is_captured and status = 'succeeded') limit ${MOST_LOOKED_AT})
    union all (select dispute_id from payment_dispute where venue_id = ${venueId} and link_id = ${linkId}::bigint and status not in ('won', 'lost', 'warning_closed') limit ${MOST_LOOKED_AT})
    union all (select payout_id from payout where venue_id = ${venueId} and link_id = ${linkId}::bigint and status in ('pending', 'in_transit') limit ${MOST_LOOKED_AT})`
  return rows.map(({ id }) => id)
}

/** A list that names something twice would be refused as a whole; the later one counts. */
const unique = <T extends Record<K, string>, K extends keyof T>(rows: readonly T[], key: K): T[] => [...new Map(rows.map((row) => [row[key], row])).values()]
