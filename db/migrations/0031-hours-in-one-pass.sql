-- The hours of a day looked for each sale's counter-entry among all sales of the day, which is its square; now each sale and what took it back
-- are put together first, in one pass.
create or replace view trading_hours_source with (security_invoker = true) as
select h.venue_id, h.location_id, h.day,
  (date_part('hour', h.first_at at time zone c.time_zone) * 60 + date_part('minute', h.first_at at time zone c.time_zone))::smallint as first_clock,
  (date_part('hour', h.last_at at time zone c.time_zone) * 60 + date_part('minute', h.last_at at time zone c.time_zone))::smallint as last_clock,
  floor(date_part('epoch', h.last_at - h.first_at) / 60)::int as open_minutes
from (
  select s.venue_id, s.location_id, s.day, min(s.closed_at) as first_at, max(s.closed_at) as last_at from (
    select venue_id, location_id, business_date as day, min(closed_at) filter (where kind = 1) as closed_at from sale
    where (kind = 1 and n = 1) or kind = 5
    group by venue_id, location_id, business_date, coalesce(counter_of, sale_id) having not bool_or(kind = 5)
  ) as s
  group by s.venue_id, s.location_id, s.day
) as h
cross join lateral (
  select k.time_zone from location_calendar k where k.venue_id = h.venue_id and k.location_id = h.location_id and k.from_day <= h.day
  order by k.from_day desc limit 1
) as c;
