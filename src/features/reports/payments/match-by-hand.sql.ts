import { userNames } from '#platform/access/user-names.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { type TenderDetail, tendersNamed } from './till-match.sql.ts'

/** What somebody said of a payment or refund that no tender matches by itself. */
export interface MatchByHand {
  /** null where it is tied to a tender. */
  reason: string | null
  /** undefined where it is explained. */
  tender: TenderDetail | undefined
  by: string
  at: Date
}

/** What was tied or explained by hand, by the movement's name at the provider. */
export const matchesByHand = async (scope: VenueScope, entryIds: readonly string[]): Promise<Map<string, MatchByHand>> => {
  if (entryIds.length === 0) return new Map()
  const { sql, venueId } = scope
  const rows = await sql<{ entryId: string; saleId: string | null; no: number | null; reason: string | null; at: Date; userId: number }[]>`
    select entry_id as "entryId", sale_id::text as "saleId", payment_no::int as no, reason, made_at as at, user_id as "userId"
    from payment_match where venue_id = ${venueId} and entry_id = any(${[...entryIds]}::text[])`
  const [names, tenders] = await Promise.all([
    userNames(
      sql,
      rows.map(({ userId }) => userId),
    ),
    tendersNamed(
      scope,
      rows.flatMap(({ saleId }) => saleId ?? []),
    ),
  ])
  return new Map(
    rows.map(({ entryId, saleId, no, reason, at, userId }) => {
      const tender = saleId === null ? undefined : tenders.find((one) => one.id === saleId && one.no === no)
      return [entryId, { reason, tender, by: names.get(userId) ?? '', at }]
    }),
  )
}

/** A payment or refund that may be matched by hand; minor units. */
export interface Movement {
  entryId: string
  provider: string
  paymentId: string | null
  locationId: number
  day: string
  at: Date
  amount: number
  currency: string
}

/** The payment or refund of this name at a location of the reader's. @throws NotFound */
export const movementNamed = async ({ sql, venueId, locations }: VenueScope, entryId: string): Promise<Movement> => {
  const [found] = await sql<Movement[]>`
    select entry_id as "entryId", provider, payment_id as "paymentId", location_id as "locationId", business_date as day, created_at as at, amount, currency
    from payment_entry where venue_id = ${venueId} and entry_id = ${entryId} and kind in ('charge', 'refund')
      and location_id = any(${locations.map(({ locationId }) => locationId)}::int[])`
  if (!found) throw failure('NotFound')
  return found
}

/** Tenders of other media that nobody tied, of exactly this amount at the location on these days; of receipts that were not taken back on their day. */
export const otherTenders = async (
  scope: VenueScope,
  { locationId, amount }: Pick<Movement, 'locationId' | 'amount'>,
  { from, to }: { from: string; to: string },
  cardKeys: readonly number[],
): Promise<TenderDetail[]> => {
  const { sql, venueId } = scope
  const rows = await sql<{ id: string; no: number }[]>`
    select s.sale_id::text as id, p.payment_no::int as no from sale s join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
    where s.venue_id = ${venueId} and s.location_id = ${locationId} and s.business_date between ${from}::date and ${to}::date and s.kind in (1, 2)
      and p.net + p.cash_out = ${amount} and p.media_key <> all(${[...cardKeys]}::int[])
      and not exists (select from sale b where b.venue_id = ${venueId} and b.location_id = ${locationId} and b.business_date = s.business_date and b.kind = 5
        and b.counter_of = s.sale_id)
      and not exists (select from payment_match h where h.venue_id = ${venueId} and h.sale_id = p.sale_id and h.payment_no = p.payment_no)
    order by s.closed_at, s.sale_id, p.payment_no limit 50`
  return pickedOf(scope, rows)
}

/** These tenders with what people know them by. */
export const pickedOf = async (scope: VenueScope, picked: readonly { id: string; no: number }[]): Promise<TenderDetail[]> => {
  const all = await tendersNamed(scope, [...new Set(picked.map(({ id }) => id))])
  return all.filter((one) => picked.some(({ id, no }) => id === one.id && no === one.no))
}

/** Notes what somebody said. @returns whether nobody had said anything before */
export const keepMatch = async (
  { sql, venueId, now, holder }: VenueScope,
  { provider, entryId, locationId }: Movement,
  said: { tender: { id: string; no: number } | null; reason: string | null },
): Promise<boolean> => {
  const userId = holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : 0
  const acting = holder.kind === 'person' ? holder.impersonator : null
  const kept = await sql`
    insert into payment_match (venue_id, provider, entry_id, location_id, sale_id, payment_no, reason, made_at, user_id, on_behalf_of_user_id)
    values (${venueId}, ${provider}, ${entryId}, ${locationId}, ${said.tender?.id ?? null}::bigint, ${said.tender?.no ?? null}::smallint, ${said.reason}, ${now},
      ${acting?.userId ?? userId}, ${acting ? userId : null}::int)
    on conflict do nothing returning 1`
  return kept.length > 0
}

/** Takes back what somebody said. @returns whether there was anything */
export const dropMatch = async ({ sql, venueId }: VenueScope, { provider, entryId }: Movement): Promise<boolean> => {
  const dropped = await sql`delete from payment_match where venue_id = ${venueId} and provider = ${provider} and entry_id = ${entryId} returning 1`
  return dropped.length > 0
}
