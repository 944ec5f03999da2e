import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { Rate } from './excise.rules.ts'

/** Every rate of the venue, by item and day. */
export const ratesOf = async ({ sql, venueId }: VenueScope): Promise<Rate[]> =>
  sql<Rate[]>`
    select r.rate_id::text as "rateId", r.jurisdiction, r.tariff_item as "tariffItem", r.name, r.basis, r.beverages, r.free_abv as "freeAbv", r.above_abv as "aboveAbv",
      r.up_to_abv as "upToAbv", r.container_from as "containerFrom", r.container_up_to as "containerUpTo", r.draught, r.rate, r.from_day as "fromDay", r.to_day as "toDay",
      r.source, r.source_url as "sourceUrl", r.published,
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = r.entered_by limit 1) as "enteredBy"
    from excise_rate r where r.venue_id = ${venueId} order by r.jurisdiction, r.tariff_item, r.from_day`

/** Keeps others from changing the venue's rates until this transaction ends. */
export const lockRates = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`excise rates ${venueId}`}, 0))`
}

type NewRate = Omit<Rate, 'rateId' | 'enteredBy'>

/** Stores a rate, judged before. @returns its number */
export const storeRate = async (scope: VenueScope, rate: NewRate, rateId = newFactId()): Promise<string> => {
  const { sql, venueId, holder, now } = scope
  const by = holder.kind === 'person' ? holder.userId : null
  await sql`
    insert into excise_rate (venue_id, rate_id, jurisdiction, tariff_item, name, basis, beverages, free_abv, above_abv, up_to_abv, container_from, container_up_to, draught, rate,
      from_day, to_day, source, source_url, published, entered_by, entered_at)
    values (${venueId}, ${rateId}::bigint, ${rate.jurisdiction}, ${rate.tariffItem}, ${rate.name}, ${rate.basis}, ${texts(rate.beverages)}::text[], ${rate.freeAbv},
      ${rate.aboveAbv}::int, ${rate.upToAbv}::int, ${rate.containerFrom}::bigint, ${rate.containerUpTo}::bigint, ${rate.draught}::boolean, ${rate.rate}::bigint, ${rate.fromDay},
      ${rate.toDay}::date, ${rate.source}, ${rate.sourceUrl}, ${rate.published}, ${by}::int, ${now})
    on conflict (venue_id, rate_id) do update set jurisdiction = excluded.jurisdiction, tariff_item = excluded.tariff_item, name = excluded.name, basis = excluded.basis,
      beverages = excluded.beverages, free_abv = excluded.free_abv, above_abv = excluded.above_abv, up_to_abv = excluded.up_to_abv, container_from = excluded.container_from,
      container_up_to = excluded.container_up_to, draught = excluded.draught, rate = excluded.rate, from_day = excluded.from_day, to_day = excluded.to_day,
      source = excluded.source, source_url = excluded.source_url, published = excluded.published, entered_by = excluded.entered_by, entered_at = excluded.entered_at`
  return rateId
}

/** Takes a rate away. Whether it was there. */
export const removeRate = async ({ sql, venueId }: VenueScope, rateId: string): Promise<boolean> => {
  const removed = await sql`delete from excise_rate where venue_id = ${venueId} and rate_id = ${rateId}::bigint`
  return removed.count > 0
}
