import { isNotUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'

type Fragment = Query<readonly unknown[]>

/** The days of a location on which its tills are compared with the provider. */
export interface ComparedPlace {
  locationId: number
  currency: string
  from: string
  to: string
}

/** What is compared: card tenders of these media, by location and trading day. */
export interface Compared {
  places: readonly ComparedPlace[]
  mediaKeys: readonly number[]
}

/** A trading day at a location; money in minor units. Refunds count below zero on both sides. */
export interface ComparedDay {
  day: string
  locationId: number
  tillCount: number
  till: number
  providerCount: number
  provider: number
  matched: number
  onlyTillCount: number
  onlyTill: number
  onlyProviderCount: number
  onlyProvider: number
  /** Payments and refunds that somebody tied to a tender or explained; they are among those that match. */
  byHand: number
  /** What these explain of the difference: they less the card tenders they are tied to. */
  byHandDifference: number
}

/**
 * How many card tenders have a payment of the same amount at the same location on the same trading day, and how many of either have none. What was tied
 * or explained by hand stands apart from these.
 */
export const comparedDays = async (scope: VenueScope, compared: Compared): Promise<ComparedDay[]> => scope.sql<ComparedDay[]>`
  with ${bothSides(scope, compared)}, equal as (
    select location_id, day, amount, by_hand, count(*) filter (where is_till) as n, count(*) filter (where not is_till) as m from side group by 1, 2, 3, 4
  )
  select day, location_id as "locationId", sum(n)::bigint as "tillCount", sum(n * amount)::bigint as till, sum(m)::bigint as "providerCount",
    sum(m * amount)::bigint as provider, sum(case when by_hand then m else least(n, m) end)::bigint as matched,
    coalesce(sum(greatest(n - m, 0)) filter (where not by_hand), 0)::bigint as "onlyTillCount",
    coalesce(sum(greatest(n - m, 0) * amount) filter (where not by_hand), 0)::bigint as "onlyTill",
    coalesce(sum(greatest(m - n, 0)) filter (where not by_hand), 0)::bigint as "onlyProviderCount",
    coalesce(sum(greatest(m - n, 0) * amount) filter (where not by_hand), 0)::bigint as "onlyProvider",
    coalesce(sum(m) filter (where by_hand), 0)::bigint as "byHand", coalesce(sum((m - n) * amount) filter (where by_hand), 0)::bigint as "byHandDifference"
  from equal group by 1, 2 order by 1, 2`

/** A card tender, or a payment or refund at the provider; minor units. */
export interface SideRow {
  isTill: boolean
  day: string
  locationId: number
  at: Date
  amount: number
  /** Of the sale, or of the movement at the provider. */
  id: string
  no: number
  /** Tied or explained by hand. */
  byHand: boolean
}

/** Both sides of these days; with `unequal` only those amounts of which one side has more, and nothing that was matched by hand. */
export const sidesOf = async (scope: VenueScope, compared: Compared, unequal: boolean): Promise<SideRow[]> => {
  const { sql } = scope
  const some = unequal
    ? sql`join (
      select location_id, day, amount from side where not by_hand group by 1, 2, 3
      having count(*) filter (where is_till) <> count(*) filter (where not is_till)) as odd using (location_id, day, amount) where not by_hand`
    : sql``
  return sql<SideRow[]>`
    with ${bothSides(scope, compared)}
    select is_till as "isTill", day, location_id as "locationId", at, amount, id, no, by_hand as "byHand" from side ${some} order by day, location_id, at, id, no`
}

/** What was taken back at the till on the day itself was never taken: neither the receipt nor what undid it counts. */
const bothSides = ({ sql, venueId }: VenueScope, { places, mediaKeys }: Compared): Fragment => {
  const list = <T>(of: (place: ComparedPlace) => T) => places.map(of)
  // One scan of the days of all places: the index of payments is by day alone.
  const [first, last] = [
    list(({ from }) => from).sort()[0] ?? null,
    list(({ to }) => to)
      .sort()
      .at(-1) ?? null,
  ]
  return sql`
    place as (
      select * from unnest(${list(({ locationId }) => locationId)}::int[], ${list(({ currency }) => currency)}::text[], ${list(({ from }) => from)}::date[],
        ${list(({ to }) => to)}::date[]) as p(location_id, currency, first, last)
    ), taken_back as materialized (
      select s.counter_of from place f join sale s on s.venue_id = ${venueId} and s.location_id = f.location_id and s.business_date between f.first and f.last
      where s.kind = 5 and s.counter_of is not null
    ), side as materialized (
      select true as is_till, s.business_date as day, s.location_id, s.closed_at as at, p.net + p.cash_out as amount, s.sale_id::text as id, p.payment_no::int as no,
        h.entry_id is not null as by_hand
      from place f join sale s on s.venue_id = ${venueId} and s.location_id = f.location_id and s.business_date between f.first and f.last
      join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id and p.media_key = any(${[...mediaKeys]}::int[])
      left join payment_match h on h.venue_id = ${venueId} and h.sale_id = p.sale_id and h.payment_no = p.payment_no
      where s.kind in (1, 2) and p.net + p.cash_out <> 0 and s.sale_id not in (select counter_of from taken_back)
      union all
      select false, e.business_date, e.location_id, e.created_at, e.amount, e.entry_id, 0, h.entry_id is not null
      from payment_entry e join place f on e.location_id = f.location_id and e.currency = f.currency and e.business_date between f.first and f.last
      left join payment_match h on h.venue_id = ${venueId} and h.provider = e.provider and h.entry_id = e.entry_id
      where e.venue_id = ${venueId} and e.kind in ('charge', 'refund') and e.business_date between ${first}::date and ${last}::date
    )`
}

/** A tender of a receipt; the amount with the cash handed out against it, in minor units. */
export interface TenderDetail {
  /** Of the sale. */
  id: string
  no: number
  at: Date
  day: string
  amount: number
  receipt: string
  terminal: string
  clerk: string | null
  media: string
}

/** All tenders of these sales. */
export const tendersNamed = async ({ sql, venueId }: VenueScope, saleIds: readonly string[]): Promise<TenderDetail[]> => sql<TenderDetail[]>`
  select s.sale_id::text as id, p.payment_no::int as no, s.closed_at as at, s.business_date as day, p.net + p.cash_out as amount, s.receipt, coalesce(t.name, '') as terminal,
    c.name as clerk, coalesce(m.name, '') as media
  from sale s join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
  left join dimension_key t on t.venue_id = ${venueId} and t.key = s.terminal_key
  left join dimension_key c on c.venue_id = ${venueId} and c.key = s.clerk_key
  left join dimension_key m on m.venue_id = ${venueId} and m.key = p.media_key
  where s.venue_id = ${venueId} and s.sale_id = any(${[...saleIds]}::bigint[])`

export interface PaymentDetail {
  entryId: string
  paymentId: string | null
  brand: string | null
  last4: string | null
  payoutId: string | null
}

export const paymentsNamed = async ({ sql, venueId }: VenueScope, entryIds: readonly string[]): Promise<PaymentDetail[]> => sql<PaymentDetail[]>`
  select e.entry_id as "entryId", e.payment_id as "paymentId", p.brand, p.last4, e.payout_id as "payoutId"
  from payment_entry e left join payment p on p.venue_id = ${venueId} and p.provider = e.provider and p.payment_id = e.payment_id
  where e.venue_id = ${venueId} and e.entry_id = any(${[...entryIds]}::text[])`

/** Something near a payment or tender that stands alone, which may explain it. */
export interface Near {
  /** Of the sale or movement that stands alone. */
  id: string
  saleId: string | null
  receipt: string | null
  media: string | null
  at: Date
}

const NEAR_MINUTES = 15

/** Payments of the amount that failed at the location within 15 minutes of a tender. */
export const failedNear = async ({ sql, venueId }: VenueScope, alone: readonly SideRow[]): Promise<Near[]> => sql<Near[]>`
  select distinct on (a.id) a.id, null as "saleId", null as receipt, null as media, p.created_at as at
  from unnest(${alone.map(({ id }) => id)}::text[], ${alone.map(({ locationId }) => locationId)}::int[], ${alone.map(({ day }) => day)}::date[],
    ${alone.map(({ at }) => at)}::timestamptz[], ${alone.map(({ amount }) => amount)}::bigint[]) as a(id, location_id, day, at, amount)
  join payment p on p.venue_id = ${venueId} and p.business_date = a.day and p.location_id = a.location_id and p.amount = a.amount and p.status = 'failed'
    and p.created_at between a.at - make_interval(mins => ${NEAR_MINUTES}) and a.at + make_interval(mins => ${NEAR_MINUTES})
  order by a.id, abs(extract(epoch from p.created_at - a.at)), p.payment_id`

/** Receipts with another kind of tender of the amount, at the location within 15 minutes of a payment. */
export const otherTenderNear = async (scope: VenueScope, alone: readonly SideRow[], mediaKeys: readonly number[]): Promise<Near[]> => {
  const { sql, venueId } = scope
  return sql<Near[]>`
    select distinct on (a.id) a.id, s.sale_id::text as "saleId", s.receipt, m.name as media, s.closed_at as at
    from unnest(${alone.map(({ id }) => id)}::text[], ${alone.map(({ locationId }) => locationId)}::int[], ${alone.map(({ day }) => day)}::date[],
      ${alone.map(({ at }) => at)}::timestamptz[], ${alone.map(({ amount }) => amount)}::bigint[]) as a(id, location_id, day, at, amount)
    join sale s on s.venue_id = ${venueId} and s.location_id = a.location_id and s.business_date = a.day and s.kind in (1, 2)
      and s.closed_at between a.at - make_interval(mins => ${NEAR_MINUTES}) and a.at + make_interval(mins => ${NEAR_MINUTES}) and ${isNotUndone(scope)}
    join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id and p.net = a.amount and p.media_key <> all(${[...mediaKeys]}::int[])
    left join dimension_key m on m.venue_id = ${venueId} and m.key = p.media_key
    order by a.id, abs(extract(epoch from s.closed_at - a.at)), s.sale_id, p.payment_no`
}
