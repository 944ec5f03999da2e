-- What a till tells beyond the money, and the one view that says what a stored fact contributes to the rollup.

alter table sale
  add column sequence int,                      -- the till's running number, to see gaps
  add column reservation text;

alter table sale_line
  add column counts boolean not null,           -- part of sales: not voided, wasted, non-sale, instruction or training
  add column n smallint not null,               -- 1 on the first sold line of a product in a receipt, −1 in its counter-entry, else 0: sums to receipts
  add column cover_units bigint not null default 0,
  add column modifiers text;                    -- one per line of text

-- One number stands for one open question: which entries name this receipt, and which versions of it are there.
drop index sale_by_original;
create index sale_by_original on sale (venue_id, location_id, terminal_key, original_receipt) where kind = 3;
create index sale_by_sequence on sale (venue_id, location_id, terminal_key, sequence) where sequence is not null;

-- Rebuild and reconcile read this; the deltas made at intake are tested against it. Numbers as in rollup.rules.ts.
-- Sales, refunds and counter-entries count (kinds 1, 2, 5); the till's own void records, no-sales and training do not.
create view rollup_source with (security_invoker = true) as
with counted as not materialized (
  select s.*, case s.kind when 5 then -1 else 1 end as sign from sale s where s.kind in (1, 2, 5)
)
-- total
select venue_id, location_id, business_date, 1::smallint as dim, 0 as key,
  n::int as n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- weekday and hour
select venue_id, location_id, business_date, 2::smallint, extract(isodow from business_date)::int * 1000 + local_hour,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- clerk; 0 is nobody told
select venue_id, location_id, business_date, 3::smallint, coalesce(clerk_key, 0),
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- order type
select venue_id, location_id, business_date, 10::smallint, order_type::int,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- with a card
select venue_id, location_id, business_date, 11::smallint, 1,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted where card_number is not null
union all -- terminal
select venue_id, location_id, business_date, 14::smallint, terminal_key,
  n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from counted
union all -- what joins total sales to takings
select c.venue_id, c.location_id, c.business_date, 12::smallint, b.key,
  c.sign, 0, 0, 0, 0, 0, 0, 0, b.amount, 0, 0
from counted c cross join lateral (values (1, c.non_sales), (2, c.tips), (3, c.rounding)) as b (key, amount) where b.amount <> 0
union all -- media
select c.venue_id, c.location_id, c.business_date, 4::smallint, p.media_key,
  c.sign, 0, 0, p.tendered, 0, 0, c.sign * greatest(-c.sign * p.net, 0), p.surcharge, p.net, 0, 0
from counted c join sale_payment p on p.venue_id = c.venue_id and p.sale_id = c.sale_id
union all -- class
select c.venue_id, c.location_id, c.business_date, 5::smallint, l.class_id,
  l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts
union all -- class of a non-sale line: a surcharge may stand on it, and that is a sale
select c.venue_id, c.location_id, c.business_date, 5::smallint, l.class_id,
  0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)
union all -- product
select c.venue_id, c.location_id, c.business_date, 13::smallint, l.product_id,
  l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts
union all -- wastage: what it would have sold for, and what it cost
select c.venue_id, c.location_id, c.business_date, 9::smallint, l.class_id,
  c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.wastage and not l.voided
union all -- promotions, discounts, surcharges
select c.venue_id, c.location_id, c.business_date, (case a.kind when 1 then 6 when 2 then 7 else 8 end)::smallint, a.key,
  c.sign, 0, 0, 0, 0, 0, 0, 0, a.amount, 0, 0
from counted c join sale_adjustment a on a.venue_id = c.venue_id and a.sale_id = c.sale_id where a.kind in (1, 2, 3);

grant select on rollup_source to daybook_app, daybook_report;

-- The planner's statistics of the tables that sales grow, for whoever brings in many at once; only an owner may gather them.
create function refresh_sales_statistics() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze public.sale, public.sale_line, public.sale_payment, public.sale_adjustment, public.rollup, public.trading_day_state, public.product,
    public.product_class, public.dimension_key;
end $$;
revoke execute on function refresh_sales_statistics() from public;
grant execute on function refresh_sales_statistics() to daybook_app;
