import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FraudRules, LEAST_USES } from './fraud-rules.rules.ts'
import type { Fragment } from './fraud-uses.sql.ts'
import type { Look } from './looked-at.sql.ts'

/** Rules about how often, how much and where a card is used. Each is a question to `uses` and `places` of `lookedAt`. */

/** F1: so many uses on one trading day at a location; the venue's threshold is applied where this is read. */
export const usedOften = ({ sql }: VenueScope, { from }: Look): Fragment => sql`
  select 1, card, location_id, day, count(*)::int, count(distinct clerk_key)::int, case when count(distinct clerk_key) = 1 then min(clerk_key) end, null::int, '',
    array_agg(id order by at, id)
  from uses where day >= ${from}::date group by card, location_id, day having count(*) >= ${LEAST_USES}`

/** F2: as many uses within the 7 or 30 days up to a day. */
export const usedForWeeks = ({ sql }: VenueScope, { from }: Look, { UsesPer7Days, UsesPer30Days }: FraudRules): Fragment => sql`
  select 2, w.card, w.location_id, w.day, count(*)::int, w.days, null::int, null::int, '', (array_agg(u.id order by u.at desc, u.id desc))[1:100]
  from (
    select card, location_id, day, case when week >= ${UsesPer7Days} then 7 else 30 end as days from (
      select card, day, (array_agg(location_id order by last desc, location_id))[1] as location_id, min(week) as week, min(month) as month from (
        select card, day, location_id, max(at) as last,
          sum(count(*)) over (partition by card order by day range between interval '6 days' preceding and current row) as week,
          sum(count(*)) over (partition by card order by day range between interval '29 days' preceding and current row) as month
        from uses group by card, day, location_id) as placed group by card, day) as counted
    where day >= ${from}::date and (week >= ${UsesPer7Days} or month >= ${UsesPer30Days})) as w
  join uses u on u.card = w.card and u.day between w.day - w.days + 1 and w.day
  group by w.card, w.location_id, w.day, w.days`

/** F3: a sale above an amount, or far above what cards spend at that location in the 30 days up to it. */
export const spentMuch = ({ sql }: VenueScope, { from }: Look, { LargeSale, LargeDeviations }: FraudRules): Fragment => sql`
  select 3, u.card, u.location_id, u.day, count(*)::int, (max(u.total) / min(p.unit))::int, null::int, null::int, '', array_agg(u.id order by u.at, u.id)
  from uses u join places p using (location_id) join (${usualOf(sql)}) as usual using (location_id, day)
  where u.day >= ${from}::date and (u.total > ${LargeSale}::numeric * p.unit
    or ${LargeDeviations}::numeric > 0 and usual.n >= 100 and u.total > usual.mean + ${LargeDeviations}::float8 * usual.spread)
  group by u.card, u.location_id, u.day`

/** What cards spend at a location, by day, in the 30 days up to it. */
const usualOf = (sql: VenueScope['sql']): Fragment => sql`
  select location_id, day, n, total / nullif(n, 0) as mean, sqrt(greatest(0, squares / nullif(n, 0) - (total / nullif(n, 0)) ^ 2)) as spread from (
    select location_id, day, sum(uses) over month as n, sum(total) over month as total, sum(squares) over month as squares
    from daily window month as (partition by location_id order by day range between interval '29 days' preceding and current row)) as sums`

/** F4: two locations within so many minutes. */
export const twoPlaces = ({ sql }: VenueScope, { from }: Look, { TwoPlacesMinutes }: FraudRules): Fragment => sql`
  select 4, card, location_id, day, count(*)::int, min(ceil(extract(epoch from at - before_at) / 60))::int, null::int, null::int, '', array_agg(before_id order by at, id) || array_agg(id order by at, id)
  from (
    select card, location_id, day, at, id, lag(at) over by_time as before_at, lag(location_id) over by_time as before_location, lag(id) over by_time as before_id
    from uses window by_time as (partition by card order by at, id)) as stepped
  where day >= ${from}::date and before_location <> location_id and at - before_at <= ${TwoPlacesMinutes}::int * interval '1 minute'
  group by card, location_id, day`

/** F7: several round amounts on one day. Round is a multiple of ten, or of a thousand where money has no smaller part. */
export const evenAmounts = ({ sql }: VenueScope, { from }: Look, { EvenAmountsPerDay }: FraudRules): Fragment => sql`
  select 7, card, location_id, day, count(*)::int, 0, null::int, null::int, '', array_agg(id order by at, id)
  from uses join places using (location_id)
  where day >= ${from}::date and total > 0 and total % (case when unit = 1 then 1000 else unit * 10 end) = 0
  group by card, location_id, day having count(*) >= ${EvenAmountsPerDay}`

/** Uses at a location from which on its hours are known. */
const KNOWN_HOURS_FROM = 100

/** F11: a card added to a sale that was closed without one, or used at an hour at which, and beside which, nobody else's is in the 30 days up to it. */
export const addedLate = ({ sql, venueId }: VenueScope, { from }: Look): Fragment => sql`
  with month as materialized (
    select d.location_id, d.day, h.hour, min(h.low) as low, max(h.high) as high from (${usualOf(sql)}) as d
      join hours h on h.location_id = d.location_id and h.day between d.day - 29 and d.day
    where d.day >= ${from}::date and d.n >= ${KNOWN_HOURS_FROM} group by d.location_id, d.day, h.hour)
  select 11, u.card, u.location_id, u.day, count(*)::int, min(case when u.revision > 1 then 0 else 1 end), case when count(distinct u.clerk_key) = 1 then min(u.clerk_key) end, null::int, '', array_agg(u.id order by u.at, u.id)
  from uses u
  where u.day >= ${from}::date and (
    u.revision > 1 and exists (
      select from sale b where b.venue_id = ${venueId} and b.location_id = u.location_id and b.terminal_key = u.terminal_key and b.receipt = u.receipt and b.kind = 1
        and b.revision < u.revision and b.card_number is null)
    or (u.location_id, u.day, u.hour) in (
      select o.location_id, o.day, o.hour from month o where o.low = o.high and not exists (
        select from month a where a.location_id = o.location_id and a.day = o.day and a.hour in ((o.hour + 23) % 24, (o.hour + 1) % 24)
          and (a.low <> a.high or a.low <> o.low))))
  group by u.card, u.location_id, u.day`

/** F14: more points for the money than the venue gives. */
export const richPoints = ({ sql }: VenueScope, { from }: Look, { PointsPerDollar }: FraudRules): Fragment => sql`
  select 14, card, location_id, day, count(*)::int, max(round(accrued::numeric * unit / greatest(total, unit)))::int, null::int, null::int, '', array_agg(id order by at, id)
  from uses join places using (location_id)
  where day >= ${from}::date and accrued > 0 and accrued::numeric * unit > ${PointsPerDollar}::numeric * greatest(total, 0) + unit
  group by card, location_id, day`
