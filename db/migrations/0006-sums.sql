-- Sums: everything that is derived from sales, and the views that say what a stored fact contributes. Only the feature `sums` writes
-- here. Money is integer minor units; quantities are ten-thousandths.

-- Sums by grain (1 day, 2 month, 3 year) and dimension; see rollup.rules.ts for the numbers and rollup_source for what is added up. What was wasted
-- has n, qty, gross and cost, promotions, discounts and surcharges have n and amount. Kept in the transaction of each sale. PostgreSQL vacuums a table by itself when a fifth of its rows has changed. Of the rollup's millions that
-- is too late for reports that read the index alone, so it is done at a fiftieth; vacuum visits only the pages that changed.
create table rollup (
  venue_id int not null,
  grain smallint not null,                     -- 1 day, 2 month, 3 year
  dim smallint not null,                       -- DIM of rollup.rules.ts
  location_id int not null,
  period date not null,                        -- its first day
  key int not null,
  n int not null default 0,
  customers int not null default 0,
  qty bigint not null default 0,
  gross bigint not null default 0,
  promotion bigint not null default 0,
  discount bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  amount bigint not null default 0,
  cost bigint not null default 0,
  tax bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Few products over many days, which the key of the table holds day by day.
create index rollup_product_days on rollup (venue_id, key, location_id, period) where grain = 1 and dim = 13;
alter table rollup enable row level security, force row level security;
create policy venue_wall on rollup using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The rollup of tenders, by media.
create table rollup_tender (
  venue_id int not null,
  grain smallint not null,
  dim smallint not null,
  location_id int not null,
  period date not null,
  key int not null,
  n int not null default 0,
  tendered bigint not null default 0,
  change bigint not null default 0,
  cash_out bigint not null default 0,
  refund bigint not null default 0,            -- what was paid back
  surcharge bigint not null default 0,
  net bigint not null default 0,
  tip bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table rollup_tender enable row level security, force row level security;
create policy venue_wall on rollup_tender using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The rollup of what reports show beside a total, in all and by the hour.
create table rollup_beside (
  venue_id int not null,
  grain smallint not null,
  dim smallint not null,
  location_id int not null,
  period date not null,
  key int not null,
  takeaway int not null default 0,             -- sales that were taken away
  delivery int not null default 0,             -- sales that were delivered
  card_n int not null default 0,               -- sales with a card attached, and what those came to
  card_amount bigint not null default 0,
  non_sales bigint not null default 0,         -- what joins total sales to takings
  tips bigint not null default 0,
  rounding bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table rollup_beside enable row level security, force row level security;
create policy venue_wall on rollup_beside using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The rollup of covers, of days alone: tables are dimension 19, all other sales 18.
create table rollup_cover (
  venue_id int not null,
  grain smallint not null,
  dim smallint not null,
  location_id int not null,
  period date not null,
  key int not null,
  n int not null default 0,
  net bigint not null default 0,
  food bigint not null default 0,
  beverage bigint not null default 0,
  units bigint not null default 0,             -- quantity by cover units, in hundred-millionths
  patrons int not null default 0,              -- of tables
  reserved_n int not null default 0,           -- the part of each that was booked
  reserved_units bigint not null default 0,
  reserved_patrons int not null default 0,
  reserved_table_net bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table rollup_cover enable row level security, force row level security;
create policy venue_wall on rollup_cover using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What is known of a trading day of a location. changes is the cache version of reports and the dirty flag of reconcile; whatever is made of a day's
-- sales notes the changes it was made at, and holds as long as they are the same.
create table trading_day_state (
  venue_id int not null,
  location_id int not null,
  day date not null,
  changes bigint not null default 0,           -- counts up with everything that changes the day
  reconciled_at_change bigint not null default 0,
  last_sale_at timestamptz,
  last_received_at timestamptz,
  -- What each product sold is added up once the day is over: while it is traded, that would cost every sale as much as all its other sums
  -- together. Until then it is read from the lines.
  products_at_change bigint,
  -- When the location first and last sold something, noted when the day is over: minutes after midnight on its clock, and the minutes between
  -- them as they passed, which a clock change makes more or fewer.
  first_clock smallint,
  last_clock smallint,
  open_minutes integer,
  hours_at_change bigint,
  first_received_at timestamptz default now(), -- when the first that counts came; empty until it does
  -- How many changes came after the day was over, by how much they changed its amount, and when the last came. Late is what comes more than an
  -- hour after its cut-off, or an hour after the first of its figures, whichever is later: importing history is no late change.
  late_changes integer not null default 0,
  late_amount bigint not null default 0,
  late_received_at timestamptz,
  sheets_at_change bigint,                     -- of sheet_sold and sheet_taken
  primary key (venue_id, location_id, day)
);
create index trading_day_unsummed on trading_day_state (venue_id, location_id, day) where products_at_change is distinct from changes;
-- Reports ask for the late days of a range, of which there are few or none.
create index trading_day_late on trading_day_state (venue_id, location_id, day) where late_changes > 0;
create index trading_day_sheets on trading_day_state (venue_id, location_id, day) where sheets_at_change is distinct from changes;
alter table trading_day_state enable row level security, force row level security;
create policy venue_wall on trading_day_state using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Cumulative sums: what was sold over any range is the difference of two of them (docs/decisions/0092). A row holds those of a location through the
-- end of a day: kind 8 since the first of the day's month, for every day that is over; at the end of a month kind 0 since the location's first
-- trade, and kinds 1 to 7 the same for the days of one ISO weekday. Subject 1 are the products, subject 2 classes, employees and wastage together.
-- A sale deletes, in its own transaction, the rows that are no longer right; the hourly job makes them again. A row that is there is right.
create table running_total (
  venue_id int not null,
  location_id int not null,
  day date not null,
  kind smallint not null,                      -- 0 to 8, see above
  sums text not null,                          -- as written by running-totals.rules.ts
  subject smallint not null,
  format text not null default '',             -- of the list of sums; a row of another format counts as not there
  primary key (venue_id, location_id, day, kind, subject)
);
-- Not compressed by PostgreSQL: it is packed already.
alter table running_total alter column sums set storage external;
alter table running_total enable row level security, force row level security;
create policy venue_wall on running_total using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A small number for each card seen, dense within the venue, so that who came can be told by bits. A replaced card and its replacement are one
-- member, and so are the ways one number is written: they share a member number. By its key a number finds that of its card, however it was written.
create table member_number (
  venue_id int not null references venue,
  card_number text not null,
  member_no int not null,
  card_key text collate "C" not null,          -- cardKey of card-number.ts
  primary key (venue_id, card_number)
);
create index member_number_by_number on member_number (venue_id, member_no);
create index member_number_by_key on member_number (venue_id, card_key);
alter table member_number enable row level security, force row level security;
create policy venue_wall on member_number using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What covers and visits of a location's month come to, for its days that are over. Distinct members cannot be added up from counts, so
-- the members of each day lie here themselves. Made by the hourly job; a sale that comes late deletes the row in its own transaction.
create table packed_guests (
  venue_id int not null,
  location_id int not null,
  month date not null,
  through date not null,                       -- the last day in it
  basis text not null,                         -- the format and the meal hours it was made by
  visit_days text not null,                    -- base64: the members of each day
  visitors text not null,                      -- base64: a bit for each member who came in the month
  patron_days text not null default '',        -- of each day its number since 1970-01-01, then its covers by patrons of tables; base64 of 32-bit words
  item_days text not null default '',          -- the same by what the items sold stand for
  table_days text not null default '',         -- the same of what tables sold, booked and all
  primary key (venue_id, location_id, month)
);
-- Outside the row and not compressed: decompressing costs more than reading does.
alter table packed_guests alter column visit_days set storage external;
alter table packed_guests alter column visitors set storage external;
alter table packed_guests enable row level security, force row level security;
create policy venue_wall on packed_guests using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What was sold and taken on each control sheet, of days that are over: read from the sales, a month of forty tills is half a million payments. The
-- two hold of a day whose trading_day_state.sheets_at_change is its changes. The hourly job makes them, and a till session that comes or changes
-- clears that mark.
create table sheet_sold (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  terminal_key int not null,
  session_id bigint not null,                  -- 0: what the till sold outside its sessions
  receipts int not null,
  delivery int not null,
  takeaway int not null,
  no_sales int not null,
  covers int not null,
  discounts bigint not null,                   -- minor units, as every amount here
  refunds bigint not null,
  voids int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (venue_id, location_id, business_date, terminal_key, session_id)
);
alter table sheet_sold enable row level security, force row level security;
create policy venue_wall on sheet_sold using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What was taken on each control sheet, by method.
create table sheet_taken (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  terminal_key int not null,
  session_id bigint not null,
  method text not null,                        -- as tenders have it: Cash, Card, …
  n int not null,                              -- payments, those taken back deducted
  net bigint not null,
  cash_out bigint not null,
  refunds bigint not null,
  tips bigint not null,
  primary key (venue_id, location_id, business_date, terminal_key, session_id, method)
);
alter table sheet_taken enable row level security, force row level security;
create policy venue_wall on sheet_taken using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What each sale adds to covers. A table is a sale with a number of patrons, or a further bill of one, whose patrons another bill has; units are
-- quantity times cover units, in hundred-millionths; nets are without surcharges.
create view guest_source with (security_invoker = true) as
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
  select s.venue_id, s.sale_id, s.location_id, s.business_date, s.local_hour, s.local_minute, s.n, s.customers, s.amount, s.surcharge, s.reservation,
    s.covers <> 0 or (s.n <> 0 and s.customers = 0 and s.table_name is not null) as is_table
  from sale s where s.kind in (1, 2, 5)
) s cross join lateral (
  select coalesce(sum(line.net) filter (where line.served_as = 1), 0)::bigint as food,
    coalesce(sum(line.net) filter (where line.served_as = 2), 0)::bigint as beverage,
    coalesce(sum(line.units), 0)::bigint as units
  from (
    select l.gross - l.promotion - l.discount - l.refund as net, l.qty * l.cover_units as units, c.served_as
    from sale_line l join product_class c on c.venue_id = s.venue_id and c.class_id = l.class_id
    where l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.counts
  ) line
) l;

-- What a stored fact contributes to the rollup, by dimension and key; the numbers of the dimensions are those of rollup.rules.ts. Rebuild and reconcile
-- read these four views; the deltas made at intake are tested against them.
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

-- When a location first and last sold something on a day. Sales that stand: refunds alone, and sales that were taken back, are none. Each sale and what
-- took it back are put together first, in one pass.
create view trading_hours_source with (security_invoker = true) as
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

-- The planner's statistics of the tables that sales grow, for whoever imports many at once; only an owner may gather them.
create function refresh_sales_statistics() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze public.sale, public.sale_line, public.sale_payment, public.sale_adjustment, public.rollup, public.rollup_tender, public.rollup_beside,
    public.rollup_cover, public.trading_day_state, public.product, public.product_class, public.dimension_key;
end $$;
revoke execute on function refresh_sales_statistics() from public;
grant execute on function refresh_sales_statistics() to daybook_app;
