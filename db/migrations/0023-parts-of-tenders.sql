-- What was given back of a tender, handed out as cash and left as a tip is kept by media beside what was tendered: of dimension 4,
-- promotion is the change, discount the cash-out, cost the tips.
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
  c.sign, 0, 0, p.tendered, p.change, p.cash_out, c.sign * greatest(-c.sign * p.net, 0), p.surcharge, p.net, p.tip, 0
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

-- Each venue's rows are completed from its tenders; row-level security holds for whoever migrates, too.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    update rollup r set promotion = p.change, discount = p.cash_out, cost = p.tip
    from (
      select g.grain, p.location_id, date_trunc(g.unit, p.business_date::timestamp)::date as period, p.media_key,
        sum(p.change) as change, sum(p.cash_out) as cash_out, sum(p.tip) as tip
      from sale_payment p join sale s on s.venue_id = v and s.sale_id = p.sale_id
      cross join unnest(array[1, 2, 3], array['day', 'month', 'year']) as g (grain, unit)
      where p.venue_id = v and s.kind in (1, 2, 5) and (p.change <> 0 or p.cash_out <> 0 or p.tip <> 0)
      group by 1, 2, 3, 4
    ) as p
    where r.venue_id = v and r.dim = 4 and r.grain = p.grain and r.location_id = p.location_id and r.period = p.period and r.key = p.media_key;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
