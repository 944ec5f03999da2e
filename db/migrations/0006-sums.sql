-- Sums: everything that is derived from sales, and the views that say what a stored fact contributes. Only the feature `sums` writes
-- here. Money is integer minor units; quantities are ten-thousandths.

-- Sums by grain (1 day, 2 month, 3 year) and dimension; see rollup.rules.ts for the numbers and rollup_source for what each column holds.
-- Kept in the transaction of each sale. PostgreSQL vacuums a table by itself when a fifth of its rows has changed. Of the rollup's millions that
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
  covers_kept boolean not null default false,  -- whether each sale adds its covers to the rollup; else they are read from the sales
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

-- Cumulative sums: what was sold over any range is the difference of two of them (docs/decisions/0024). A row holds those of a location through the
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
  covers text not null default '',             -- not written any more
  visit_days text not null,                    -- base64: the members of each day
  visitors text not null,                      -- base64: a bit for each member who came in the month
  patron_days text not null default '',        -- of each day its number since 1970-01-01, then its covers by patrons of tables; base64 of 32-bit words
  item_days text not null default '',          -- the same by what the items sold stand for
  table_days text not null default '',         -- the same of what tables sold, booked and all
  primary key (venue_id, location_id, month)
);
-- Outside the row and not compressed: decompressing costs more than reading does.
alter table packed_guests alter column covers set storage external;
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
  select s.venue_id, s.sale_id, s.location_id, s.terminal_key, s.receipt, s.revision, s.kind, s.counter_of, s.original_receipt, s.business_date,
    s.sent_business_date, s.opened_at, s.closed_at, s.local_hour, s.local_minute, s.clerk_key, s.order_type, s.table_name, s.covers, s.card_number,
    s.points_accrued, s.points_redeemed, s.n, s.customers, s.qty, s.gross, s.promotion, s.discount, s.refund, s.surcharge, s.amount, s.cost, s.tax,
    s.non_sales, s.tips, s.rounding, s.total, s.batch_id, s.content_hash, s.source, s.received_at, s.sequence, s.reservation,
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

-- What a stored fact contributes to the rollup. Rebuild and reconcile read this; the deltas made at intake are tested against it. The numbers of the
-- dimensions are those of rollup.rules.ts. Where a dimension keeps something else in a column than the column's name says, the comment tells what.
create view rollup_source with (security_invoker = true) as
with counted as not materialized (
  select s.venue_id, s.sale_id, s.location_id, s.terminal_key, s.receipt, s.revision, s.kind, s.counter_of, s.original_receipt, s.business_date,
    s.sent_business_date, s.opened_at, s.closed_at, s.local_hour, s.local_minute, s.clerk_key, s.order_type, s.table_name, s.covers, s.card_number,
    s.points_accrued, s.points_redeemed, s.n, s.customers, s.qty, s.gross, s.promotion, s.discount, s.refund, s.surcharge, s.amount, s.cost, s.tax,
    s.non_sales, s.tips, s.rounding, s.total, s.batch_id, s.content_hash, s.source, s.received_at, s.sequence, s.reservation,
    case s.kind when 5 then -1 else 1 end as sign
  from sale s where s.kind in (1, 2, 5)
)
-- 1: total
select venue_id, location_id, business_date, 1::smallint as dim, 0 as key,
  n::int as n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- 2: weekday and hour
select venue_id, location_id, business_date, 2::smallint, extract(isodow from business_date)::int * 1000 + local_hour,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- 3: clerk; 0 where the till named nobody
select venue_id, location_id, business_date, 3::smallint, coalesce(clerk_key, 0),
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- 10: order type
select venue_id, location_id, business_date, 10::smallint, order_type::int,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- 11: with a card
select venue_id, location_id, business_date, 11::smallint, 1,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted where card_number is not null
union all -- 14: terminal
select venue_id, location_id, business_date, 14::smallint, terminal_key,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- 12: what joins total sales to takings: 1 what was no sale, 2 tips, 3 rounding
select c.venue_id, c.location_id, c.business_date, 12::smallint, b.key,
  c.sign, 0, 0, 0, 0, 0, 0, 0, b.amount, 0, 0
from counted c cross join lateral (values (1, c.non_sales), (2, c.tips), (3, c.rounding)) as b (key, amount) where b.amount <> 0
union all -- 4: media; gross is what was tendered, promotion the change, discount the cash-out, cost the tips
select c.venue_id, c.location_id, c.business_date, 4::smallint, p.media_key,
  c.sign, 0, 0, p.tendered, p.change, p.cash_out, c.sign * greatest(-c.sign * p.net, 0), p.surcharge, p.net, p.tip, 0
from counted c join sale_payment p on p.venue_id = c.venue_id and p.sale_id = c.sale_id
union all -- 5: class
select c.venue_id, c.location_id, c.business_date, 5::smallint, l.class_id,
  l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts
union all -- 5: class of a non-sale line: a surcharge may stand on it, and that is a sale
select c.venue_id, c.location_id, c.business_date, 5::smallint, l.class_id,
  0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)
union all -- 13: product
select c.venue_id, c.location_id, c.business_date, 13::smallint, l.product_id,
  l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts
union all -- 9: wastage by class: what it would have sold for, and what it cost
select c.venue_id, c.location_id, c.business_date, 9::smallint, l.class_id,
  c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.wastage and not l.voided
union all -- 6, 7, 8: promotions, discounts, surcharges
select c.venue_id, c.location_id, c.business_date, (case a.kind when 1 then 6 when 2 then 7 else 8 end)::smallint, a.key,
  c.sign, 0, 0, 0, 0, 0, 0, 0, a.amount, 0, 0
from counted c join sale_adjustment a on a.venue_id = c.venue_id and a.sale_id = c.sale_id where a.kind in (1, 2, 3)
union all -- 15: what stands beside the total: n the take-aways, customers the deliveries, qty the sales with a card, gross what those came to,
-- promotion what was no sale, discount the tips, refund the rounding
select venue_id, location_id, business_date, 15::smallint, 0,
  case when order_type = 2 then n else 0 end, case when order_type = 3 then n else 0 end, case when card_number is null then 0 else n end,
  case when card_number is null then 0 else amount end, non_sales, tips, rounding, 0, 0, 0, 0
from counted
union all -- 16: the same by weekday and hour
select venue_id, location_id, business_date, 16::smallint, extract(isodow from business_date)::int * 1000 + local_hour,
  case when order_type = 2 then n else 0 end, case when order_type = 3 then n else 0 end, case when card_number is null then 0 else n end,
  case when card_number is null then 0 else amount end, non_sales, tips, rounding, 0, 0, 0, 0
from counted
union all -- 17: class, the part that was sold without a cost: a margin can be given only of what has one
select c.venue_id, c.location_id, c.business_date, 17::smallint, l.class_id,
  l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts and l.cost = 0
union all
select c.venue_id, c.location_id, c.business_date, 17::smallint, l.class_id,
  0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)
union all -- 18: covers of sales that are no table, of days alone, by quarter hour of the trading day and wall-clock hour: part × 1000 + hour
select venue_id, location_id, business_date, 18::smallint, local_minute / 15 * 1000 + local_hour,
  n::int, 0, units, food, beverage, reserved_units, 0, 0, net, reserved_n, 0
from guest_source where not is_table
union all -- 19: covers of tables, the same
select venue_id, location_id, business_date, 19::smallint, local_minute / 15 * 1000 + local_hour,
  n::int, patrons::int, units, food, beverage, reserved_units, reserved_table_net, reserved_patrons, net, reserved_n, 0
from guest_source where is_table
union all -- 20: wastage by product
select c.venue_id, c.location_id, c.business_date, 20::smallint, l.product_id,
  c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
where l.wastage and not l.voided
union all -- 21: wastage by employee
select c.venue_id, c.location_id, c.business_date, 21::smallint, coalesce(c.clerk_key, 0),
  c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
where l.wastage and not l.voided
union all -- 22: wastage by reason
select c.venue_id, c.location_id, c.business_date, 22::smallint, coalesce(l.wastage_reason_key, 0),
  c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
where l.wastage and not l.voided;

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
  analyze public.sale, public.sale_line, public.sale_payment, public.sale_adjustment, public.rollup, public.trading_day_state, public.product,
    public.product_class, public.dimension_key;
end $$;
revoke execute on function refresh_sales_statistics() from public;
grant execute on function refresh_sales_statistics() to daybook_app;
