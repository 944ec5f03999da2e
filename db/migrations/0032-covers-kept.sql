-- What covers are counted from was added up from the lines of a day's sales for as long as the day was under way. Now each sale adds to it in its own transaction, by
-- quarter hours of the trading day: dimension 19 of the rollup are tables, 18 all other sales, both of days alone.

-- Whether a class is food (1) or drink (2): by the name of its group, or of its department where the group tells nothing. A class never changes, moving and
-- renaming make new ones; so what was counted as food stays food.
alter table product_class add column served_as smallint generated always as (
  case when lower(trim(sales_group)) in ('food', 'kitchen', 'フード', '料理') then 1
    when lower(trim(sales_group)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2
    when lower(trim(department)) in ('food', 'kitchen', 'フード', '料理') then 1
    when lower(trim(department)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2 end) stored;
revoke update, delete on product_class from daybook_app;

-- Set on a day that is sold on first from now on, and by the hourly job on those there are; the others are read from their sales.
alter table trading_day_state add column covers_kept boolean not null default false;

-- As it was, with the class telling what is served, and whether the sale is a table.
create or replace view guest_source with (security_invoker = true) as
select s.venue_id, s.location_id, s.business_date, s.local_hour, s.local_minute, s.n::bigint as n, s.amount - s.surcharge as net, l.food, l.beverage, l.units,
  case when s.reservation is null then 0 else l.units end as reserved_units,
  case when s.is_table then s.n else 0 end::bigint as table_n,
  case when s.is_table then s.customers else 0 end::bigint as patrons,
  case when s.is_table then s.amount - s.surcharge else 0 end as table_net,
  case when s.is_table then l.food else 0 end as table_food,
  case when s.is_table then l.beverage else 0 end as table_beverage,
  case when s.reservation is null then 0 else s.n end::bigint as reserved_n,
  case when s.reservation is not null and s.is_table then s.n else 0 end::bigint as reserved_table_n,
  case when s.reservation is not null and s.is_table then s.customers else 0 end::bigint as reserved_patrons,
  case when s.reservation is not null and s.is_table then s.amount - s.surcharge else 0 end as reserved_table_net,
  s.is_table
from (
  select s.*, s.covers <> 0 or (s.n <> 0 and s.customers = 0 and s.table_name is not null) as is_table from sale s where s.kind in (1, 2, 5)
) s cross join lateral (
  select coalesce(sum(line.net) filter (where line.served_as = 1), 0)::bigint as food, coalesce(sum(line.net) filter (where line.served_as = 2), 0)::bigint as beverage,
    coalesce(sum(line.units), 0)::bigint as units
  from (
    select l.gross - l.promotion - l.discount - l.refund as net, l.qty * l.cover_units as units, c.served_as
    from sale_line l join product_class c on c.venue_id = s.venue_id and c.class_id = l.class_id
    where l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.counts
  ) line
) l;

-- The quarter hour and the wall-clock hour make the key: part × 1000 + hour.
do $$
begin
  execute 'create or replace view rollup_source with (security_invoker = true) as ' || rtrim(pg_get_viewdef('rollup_source'::regclass), ';') || '
    union all
    select venue_id, location_id, business_date, 18::smallint, local_minute / 15 * 1000 + local_hour,
      n::int, 0, units, food, beverage, reserved_units, 0, 0, net, reserved_n, 0
    from guest_source where not is_table
    union all
    select venue_id, location_id, business_date, 19::smallint, local_minute / 15 * 1000 + local_hour,
      n::int, patrons::int, units, food, beverage, reserved_units, reserved_table_net, reserved_patrons, net, reserved_n, 0
    from guest_source where is_table';
end $$;

-- What covers come to by location, day, hour and part: from the rollup where it is kept, else from the sales.
create view cover_source with (security_invoker = true) as
select r.venue_id, r.location_id, r.period as business_date, (r.key % 1000)::smallint as local_hour, r.key / 1000 as part,
  r.n::bigint as n, r.amount as net, r.gross as food, r.promotion as beverage, r.qty as units, r.discount as reserved_units, r.cost as reserved_n,
  case r.dim when 19 then r.n else 0 end::bigint as table_n,
  r.customers::bigint as patrons,
  case r.dim when 19 then r.amount else 0 end as table_net,
  case r.dim when 19 then r.gross else 0 end as table_food,
  case r.dim when 19 then r.promotion else 0 end as table_beverage,
  case r.dim when 19 then r.cost else 0 end as reserved_table_n,
  r.surcharge as reserved_patrons, r.refund as reserved_table_net
from rollup r join trading_day_state t on t.venue_id = r.venue_id and t.location_id = r.location_id and t.day = r.period and t.covers_kept
where r.grain = 1 and r.dim in (18, 19)
union all
-- Day by day (offset 0): put together freely, all sales would be read for the few days that are not kept.
select t.venue_id, t.location_id, t.day, s.local_hour, s.local_minute / 15, s.n, s.net, s.food, s.beverage, s.units, s.reserved_units, s.reserved_n,
  s.table_n, s.patrons, s.table_net, s.table_food, s.table_beverage, s.reserved_table_n, s.reserved_patrons, s.reserved_table_net
from trading_day_state t cross join lateral (
  select * from guest_source g where g.venue_id = t.venue_id and g.location_id = t.location_id and g.business_date = t.day offset 0
) s
where not t.covers_kept;
grant select on cover_source to daybook_app, daybook_report;
