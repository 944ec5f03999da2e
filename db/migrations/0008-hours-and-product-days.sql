-- Trade by the hour was read from the sales themselves where order types, cards and takings were asked for: eighty thousand of them for
-- half a month of a large venue. Dimension 16 keeps by weekday and hour what 15 keeps of the whole day.
create or replace view rollup_source with (security_invoker = true) as
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
from counted c join sale_adjustment a on a.venue_id = c.venue_id and a.sale_id = c.sale_id where a.kind in (1, 2, 3)
union all -- what stands beside the total
select venue_id, location_id, business_date, 15::smallint, 0,
  case when order_type = 2 then n else 0 end, case when order_type = 3 then n else 0 end, case when card_number is null then 0 else n end,
  case when card_number is null then 0 else amount end, non_sales, tips, rounding, 0, 0, 0, 0
from counted
union all -- the same by weekday and hour
select venue_id, location_id, business_date, 16::smallint, extract(isodow from business_date)::int * 1000 + local_hour,
  case when order_type = 2 then n else 0 end, case when order_type = 3 then n else 0 end, case when card_number is null then 0 else n end,
  case when card_number is null then 0 else amount end, non_sales, tips, rounding, 0, 0, 0, 0
from counted;

-- Each venue's rows are made from its sales, then months and years from the days; row-level security holds for whoever migrates, too.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund)
    select venue_id, 1, 16, location_id, business_date, key, sum(n), sum(customers), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund)
    from rollup_source where venue_id = v and dim = 16 group by venue_id, location_id, business_date, key order by location_id, business_date, key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund)
    select venue_id, 2, 16, location_id, date_trunc('month', period)::date as month, key, sum(n), sum(customers), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund)
    from rollup where venue_id = v and grain = 1 and dim = 16 group by venue_id, location_id, month, key order by location_id, month, key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund)
    select venue_id, 3, 16, location_id, date_trunc('year', period)::date as year, key, sum(n), sum(customers), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund)
    from rollup where venue_id = v and grain = 2 and dim = 16 group by venue_id, location_id, year, key order by location_id, year, key;
  end loop;
  perform set_config('app.venue', '', true);
end $$;

-- What each product sold on a day is added up once the day is over: while it is traded, that would cost every sale as much as all its
-- other sums together. A day whose sums are not of its last change is read from the lines.
alter table trading_day_state add column products_at_change bigint;
create index trading_day_unsummed on trading_day_state (venue_id, location_id, day) where products_at_change is distinct from changes;

-- Few products over many days, which the key of the table holds day by day.
create index rollup_product_days on rollup (venue_id, key, location_id, period) where grain = 1 and dim = 13;
