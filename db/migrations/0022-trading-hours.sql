-- When a location first and last sold something on a day, for reports by day: noted when the day is over, and again when it changed since.
-- Minutes after midnight on the location's clock, and the minutes between them as they passed, which a clock change makes more or fewer.
-- Days that were there before are noted by the hourly job; until then they are read from their sales.
alter table trading_day_state add column first_clock smallint;
alter table trading_day_state add column last_clock smallint;
alter table trading_day_state add column open_minutes integer;
alter table trading_day_state add column hours_at_change bigint;

-- What they are made of: sales that stand; refunds alone, and sales that were taken back, are none.
create view trading_hours_source with (security_invoker = true) as
select h.venue_id, h.location_id, h.day,
  (date_part('hour', h.first_at at time zone c.time_zone) * 60 + date_part('minute', h.first_at at time zone c.time_zone))::smallint as first_clock,
  (date_part('hour', h.last_at at time zone c.time_zone) * 60 + date_part('minute', h.last_at at time zone c.time_zone))::smallint as last_clock,
  floor(date_part('epoch', h.last_at - h.first_at) / 60)::int as open_minutes
from (
  select s.venue_id, s.location_id, s.business_date as day, min(s.closed_at) as first_at, max(s.closed_at) as last_at from sale s
  where s.kind = 1 and s.n = 1 and not exists (
    select from sale t where t.venue_id = s.venue_id and t.location_id = s.location_id and t.business_date = s.business_date and t.kind = 5
      and t.counter_of = s.sale_id)
  group by s.venue_id, s.location_id, s.business_date
) as h
cross join lateral (
  select k.time_zone from location_calendar k where k.venue_id = h.venue_id and k.location_id = h.location_id and k.from_day <= h.day
  order by k.from_day desc limit 1
) as c;
