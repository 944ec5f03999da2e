-- The rollup by shape: what tenders, guests and the figures beside a total add up has columns of its own, named for what they hold, in tables beside `rollup`. Two
-- dimensions that nobody reads are gone (11 sales with a card, 12 what joins total sales to takings), and covers are kept of every day.

create table rollup_tender (
  venue_id int not null, grain smallint not null, dim smallint not null, location_id int not null, period date not null, key int not null,
  n int not null default 0, tendered bigint not null default 0, change bigint not null default 0, cash_out bigint not null default 0,
  -- What was paid back.
  refund bigint not null default 0,
  surcharge bigint not null default 0, net bigint not null default 0, tip bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table rollup_beside (
  venue_id int not null, grain smallint not null, dim smallint not null, location_id int not null, period date not null, key int not null,
  -- Sales that were taken away, and those that were delivered.
  takeaway int not null default 0, delivery int not null default 0,
  -- Sales with a card attached, and what those came to.
  card_n int not null default 0, card_amount bigint not null default 0,
  non_sales bigint not null default 0, tips bigint not null default 0, rounding bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table rollup_cover (
  venue_id int not null, grain smallint not null, dim smallint not null, location_id int not null, period date not null, key int not null,
  n int not null default 0, net bigint not null default 0, food bigint not null default 0, beverage bigint not null default 0,
  -- Quantity by cover units, in hundred-millionths.
  units bigint not null default 0,
  -- Of tables.
  patrons int not null default 0,
  -- The part of each that was booked.
  reserved_n int not null default 0, reserved_units bigint not null default 0, reserved_patrons int not null default 0, reserved_table_net bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

do $$
declare shape text;
begin
  foreach shape in array array['rollup_tender', 'rollup_beside', 'rollup_cover'] loop
    execute format('alter table %I enable row level security, force row level security', shape);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) '
      || 'with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', shape);
  end loop;
end $$;

insert into rollup_tender select venue_id, grain, dim, location_id, period, key, n, gross, promotion, discount, refund, surcharge, amount, cost
  from rollup where dim = 4 order by venue_id, grain, dim, location_id, period, key;
insert into rollup_beside select venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund
  from rollup where dim in (15, 16) order by venue_id, grain, dim, location_id, period, key;
insert into rollup_cover select venue_id, grain, dim, location_id, period, key, n, amount, gross, promotion, qty, customers, cost, discount, surcharge, refund
  from rollup where dim in (18, 19) order by venue_id, grain, dim, location_id, period, key;
delete from rollup where dim in (4, 11, 12, 15, 16, 18, 19);

drop view cover_source;
drop view rollup_source;

-- What each sale adds to the rollup, by dimension and key: the same as the server adds when it stores it. Rebuilding and reconciling read it.
create view rollup_source with (security_invoker = true) as
with counted as not materialized (
  select venue_id, location_id, business_date, sale_id, extract(isodow from business_date)::int * 1000 + local_hour as weekday_hour, terminal_key,
    coalesce(clerk_key, 0) as clerk, order_type::int as order_type, n::int as n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax,
    case kind when 5 then -1 else 1 end as sign
  from sale where kind in (1, 2, 5)
)
select venue_id, location_id, business_date, 1::smallint as dim, 0 as key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all
select venue_id, location_id, business_date, 2::smallint, weekday_hour, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax from counted
union all
select venue_id, location_id, business_date, 3::smallint, clerk, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax from counted
union all
select venue_id, location_id, business_date, 10::smallint, order_type, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax from counted
union all
select venue_id, location_id, business_date, 14::smallint, terminal_key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax from counted
union all
-- Lines that were sold: by class (5), by product (13), and those without a cost by class (17).
select c.venue_id, c.location_id, c.business_date, d.dim, d.key, l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id
  cross join lateral (values (5::smallint, l.class_id), (13, l.product_id), (17, l.class_id)) as d(dim, key)
where l.counts and (d.dim <> 17 or l.cost = 0)
union all
-- The surcharge of what is no sale is one all the same.
select c.venue_id, c.location_id, c.business_date, d.dim, l.class_id, 0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id
  cross join lateral (values (5::smallint), (17)) as d(dim)
where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)
union all
-- Lines that were wasted: by class (9), product (20), employee (21) and reason (22).
select c.venue_id, c.location_id, c.business_date, d.dim, d.key, c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
  cross join lateral (values (9::smallint, l.class_id), (20, l.product_id), (21, c.clerk), (22, coalesce(l.wastage_reason_key, 0))) as d(dim, key)
where l.wastage and not l.voided
union all
-- Promotions (6), discounts (7) and surcharges (8): how often, and what they came to.
select c.venue_id, c.location_id, c.business_date, (a.kind + 5)::smallint, a.key, c.sign, 0, 0, 0, 0, 0, 0, 0, a.amount, 0, 0
from counted c join sale_adjustment a on a.venue_id = c.venue_id and a.sale_id = c.sale_id
where a.kind in (1, 2, 3);

create view rollup_tender_source with (security_invoker = true) as
select s.venue_id, s.location_id, s.business_date, 4::smallint as dim, p.media_key as key, s.sign as n, p.tendered, p.change, p.cash_out,
  s.sign * greatest(-s.sign * p.net, 0) as refund, p.surcharge, p.net, p.tip
from (select venue_id, location_id, business_date, sale_id, case kind when 5 then -1 else 1 end as sign from sale where kind in (1, 2, 5)) s
  join sale_payment p on p.venue_id = s.venue_id and p.sale_id = s.sale_id;

create view rollup_beside_source with (security_invoker = true) as
select s.venue_id, s.location_id, s.business_date, d.dim, d.key, case s.order_type when 2 then s.n else 0 end::int as takeaway,
  case s.order_type when 3 then s.n else 0 end::int as delivery, case when s.card_number is null then 0 else s.n end::int as card_n,
  case when s.card_number is null then 0 else s.amount end as card_amount, s.non_sales, s.tips, s.rounding
from sale s
  cross join lateral (values (15::smallint, 0), (16, extract(isodow from s.business_date)::int * 1000 + s.local_hour)) as d(dim, key)
where s.kind in (1, 2, 5);

-- By quarter hours of the trading day, and the wall-clock hour that meals go by: tables (19) and all other sales (18).
create view rollup_cover_source with (security_invoker = true) as
select venue_id, location_id, business_date, case when is_table then 19 else 18 end::smallint as dim, local_minute / 15 * 1000 + local_hour as key, n::int as n, net,
  food, beverage, units, patrons::int as patrons, reserved_n::int as reserved_n, reserved_units, reserved_patrons::int as reserved_patrons, reserved_table_net
from guest_source;

-- What covers come to by location, day, hour and part of the trading day, in the columns of guest_source.
create view cover_source with (security_invoker = true) as
select r.venue_id, r.location_id, r.period as business_date, (r.key % 1000)::smallint as local_hour, r.key / 1000 as part, r.n::bigint as n, r.net, r.food,
  r.beverage, r.units, r.reserved_units, r.reserved_n::bigint as reserved_n, case r.dim when 19 then r.n else 0 end::bigint as table_n,
  r.patrons::bigint as patrons, case r.dim when 19 then r.net else 0 end as table_net, case r.dim when 19 then r.food else 0 end as table_food,
  case r.dim when 19 then r.beverage else 0 end as table_beverage, case r.dim when 19 then r.reserved_n else 0 end::bigint as reserved_table_n,
  r.reserved_patrons::bigint as reserved_patrons, r.reserved_table_net
from rollup_cover r where r.grain = 1;

alter table trading_day_state drop column covers_kept;

create or replace function refresh_sales_statistics() returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  analyze public.sale, public.sale_line, public.sale_payment, public.sale_adjustment, public.rollup, public.rollup_tender, public.rollup_beside, public.rollup_cover,
    public.trading_day_state, public.product, public.product_class, public.dimension_key;
end $$;
