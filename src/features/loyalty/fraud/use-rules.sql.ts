import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FraudRules } from './fraud-rules.rules.ts'
import type { Asked, Fragment } from './fraud-uses.sql.ts'

/** Rules about how often, how much and where a card is used. Each is a question to `uses` and `places` of `usesIn`. */

/** F1: as many uses on one trading day at a location. */
export const usedOften = ({ sql }: VenueScope, { from }: Asked, { UsesPerDay }: FraudRules): Fragment => sql`
  select 1, card, location_id, day, count(*)::int, count(distinct clerk_key)::int, case when count(distinct clerk_key) = 1 then min(clerk_key) end, null::int, '',
    array_agg(id order by at)
  from uses where day >= ${from}::date group by card, location_id, day having count(*) >= ${UsesPerDay}`

/** F2: as many uses within 7 or 30 days; the fullest such days of each card. */
export const usedForWeeks = ({ sql }: VenueScope, { from }: Asked, { UsesPer7Days, UsesPer30Days }: FraudRules): Fragment => sql`
  select 2, w.card, w.location_id, w.day, count(*)::int, w.days, null::int, null::int, '', (array_agg(u.id order by u.at desc))[1:100]
  from (
    select distinct on (card) card, location_id, day, case when week >= ${UsesPer7Days} then 7 else 30 end as days from (
      select card, day, (array_agg(location_id order by last desc))[1] as location_id, min(week) as week, min(month) as month from (
        select card, day, location_id, max(at) as last,
          sum(count(*)) over (partition by card order by day range between interval '6 days' preceding and current row) as week,
          sum(count(*)) over (partition by card order by day range between interval '29 days' preceding and current row) as month
        from uses group by card, day, location_id) as placed group by card, day) as counted
    where day >= ${from}::date and (week >= ${UsesPer7Days} or month >= ${UsesPer30Days})
    order by card, greatest(week / ${UsesPer7Days}::numeric, month / ${UsesPer30Days}::numeric) desc, day desc) as w
  join uses u on u.card = w.card and u.day between w.day - w.days + 1 and w.day
  group by w.card, w.location_id, w.day, w.days`

/** F3: a sale above an amount, or far above what cards spend at that location. */
export const spentMuch = ({ sql }: VenueScope, { from }: Asked, { LargeSale, LargeDeviations }: FraudRules): Fragment => sql`
  select 3, u.card, u.location_id, u.day, count(*)::int, (max(u.total) / min(p.unit))::int, null::int, null::int, '', array_agg(u.id order by u.at)
  from uses u join places p using (location_id)
    join (select location_id, count(*) as n, avg(total) as mean, stddev_pop(total) as spread from uses group by location_id) as usual using (location_id)
  where u.day >= ${from}::date and (u.total > ${LargeSale}::numeric * p.unit
    or ${LargeDeviations}::numeric > 0 and usual.n >= 100 and u.total > usual.mean + ${LargeDeviations}::numeric * usual.spread)
  group by u.card, u.location_id, u.day`

/** F4: two locations within so many minutes. */
export const twoPlaces = ({ sql }: VenueScope, { from }: Asked, { TwoPlacesMinutes }: FraudRules): Fragment => sql`
  select 4, card, location_id, day, count(*)::int, min(ceil(extract(epoch from at - before_at) / 60))::int, null::int, null::int, '', array_agg(before_id) || array_agg(id)
  from (
    select card, location_id, day, at, id, lag(at) over by_time as before_at, lag(location_id) over by_time as before_location, lag(id) over by_time as before_id
    from uses window by_time as (partition by card order by at, id)) as stepped
  where day >= ${from}::date and before_location <> location_id and at - before_at <= ${TwoPlacesMinutes}::int * interval '1 minute'
  group by card, location_id, day`

/** F7: several round amounts on one day. Round is a multiple of ten, or of a thousand where money has no smaller part. */
export const evenAmounts = ({ sql }: VenueScope, { from }: Asked, { EvenAmountsPerDay }: FraudRules): Fragment => sql`
  select 7, card, location_id, day, count(*)::int, 0, null::int, null::int, '', array_agg(id order by at)
  from uses join places using (location_id)
  where day >= ${from}::date and total > 0 and total % (case when unit = 1 then 1000 else unit * 10 end) = 0
  group by card, location_id, day having count(*) >= ${EvenAmountsPerDay}`

/** Uses at a location from which on its hours are known. */
const KNOWN_HOURS_FROM = 100

/** F11: a card added to a sale that was closed without one, or used at an hour at which, and beside which, nobody else's is. */
export const addedLate = ({ sql, venueId }: VenueScope, { from }: Asked): Fragment => sql`
  with by_hour as materialized (select location_id, hour, count(*) as n, count(distinct card) as cards, min(card) as card from uses group by location_id, hour)
  select 11, u.card, u.location_id, u.day, count(*)::int, min(case when u.revision > 1 then 0 else 1 end), case when count(distinct u.clerk_key) = 1 then min(u.clerk_key) end, null::int, '', array_agg(u.id order by u.at)
  from uses u
  where u.day >= ${from}::date and (
    u.revision > 1 and exists (
      select from sale b where b.venue_id = ${venueId} and b.location_id = u.location_id and b.terminal_key = u.terminal_key and b.receipt = u.receipt and b.kind = 1
        and b.revision < u.revision and b.card_number is null)
    or (u.location_id, u.hour) in (
      select o.location_id, o.hour from by_hour o where o.cards = 1 and (select sum(a.n) from by_hour a where a.location_id = o.location_id) >= ${KNOWN_HOURS_FROM}
        and not exists (
          select from by_hour a where a.location_id = o.location_id and a.hour in ((o.hour + 23) % 24, (o.hour + 1) % 24) and (a.cards > 1 or a.card <> o.card))))
  group by u.card, u.location_id, u.day`

/** F14: more points for the money than the venue gives. */
export const richPoints = ({ sql }: VenueScope, { from }: Asked, { PointsPerDollar }: FraudRules): Fragment => sql`
  select 14, card, location_id, day, count(*)::int, max(round(accrued::numeric * unit / greatest(total, unit)))::int, null::int, null::int, '', array_agg(id order by at)
  from uses join places using (location_id)
  where day >= ${from}::date and accrued > 0 and accrued::numeric * unit > ${PointsPerDollar}::numeric * greatest(total, 0) + unit
  group by card, location_id, day`
