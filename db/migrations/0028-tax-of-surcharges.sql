-- The tax that is part of a surcharge, so that net sales can be told without tax: `tax` is the tax of what was sold and of its surcharges together.
alter table sale add column surcharge_tax bigint not null default 0;
alter table sale_line add column surcharge_tax bigint not null default 0;
alter table rollup add column surcharge_tax bigint not null default 0;
alter table product_day add column surcharge_tax bigint not null default 0;

create or replace view rollup_source with (security_invoker = true) as
with counted as not materialized (
  select venue_id, location_id, business_date, sale_id, extract(isodow from business_date)::int * 1000 + local_hour as weekday_hour, terminal_key,
    coalesce(clerk_key, 0) as clerk, order_type::int as order_type, n::int as n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax,
    case kind when 5 then -1 else 1 end as sign
  from sale where kind in (1, 2, 5)
)
select venue_id, location_id, business_date, 1::smallint as dim, 0 as key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax
from counted
union all
select venue_id, location_id, business_date, 2::smallint, weekday_hour, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax from counted
union all
select venue_id, location_id, business_date, 3::smallint, clerk, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax from counted
union all
select venue_id, location_id, business_date, 10::smallint, order_type, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax from counted
union all
select venue_id, location_id, business_date, 14::smallint, terminal_key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax from counted
union all
-- Lines that were sold: by class (5), by product (13), and those without a cost by class (17).
select c.venue_id, c.location_id, c.business_date, d.dim, d.key, l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax, l.surcharge_tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id
  cross join lateral (values (5::smallint, l.class_id), (13, l.product_id), (17, l.class_id)) as d(dim, key)
where l.counts and (d.dim <> 17 or l.cost = 0)
union all
-- The surcharge of what is no sale is one all the same.
select c.venue_id, c.location_id, c.business_date, d.dim, l.class_id, 0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax, l.surcharge_tax
from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id
  cross join lateral (values (5::smallint), (17)) as d(dim)
where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)
union all
-- Lines that were wasted: by class (9), product (20), employee (21) and reason (22).
select c.venue_id, c.location_id, c.business_date, d.dim, d.key, c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0, 0
from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
  cross join lateral (values (9::smallint, l.class_id), (20, l.product_id), (21, c.clerk), (22, coalesce(l.wastage_reason_key, 0))) as d(dim, key)
where l.wastage and not l.voided
union all
-- Promotions (6), discounts (7) and surcharges (8): how often, and what they came to.
select c.venue_id, c.location_id, c.business_date, (a.kind + 5)::smallint, a.key, c.sign, 0, 0, 0, 0, 0, 0, 0, a.amount, 0, 0, 0
from counted c join sale_adjustment a on a.venue_id = c.venue_id and a.sale_id = c.sale_id
where a.kind in (1, 2, 3);

-- Sales stored before did not keep it apart: a surcharge has the share of its line's tax that it has of the amount, and all tax of a line that is no sale. Venue by venue, since
-- an owner of the database that is no superuser sees the rows of one at a time.
do $$
declare
  one int;
begin
  for one in select venue_id from venue order by venue_id loop
    perform set_config('app.venue', one::text, true);
    update sale_line set surcharge_tax = case when kind = 2 then tax else round(tax::numeric * surcharge / amount) end
    where venue_id = one and tax <> 0 and not voided and (kind = 2 or counts and surcharge <> 0 and amount <> 0);
    update sale s set surcharge_tax = l.tax
    from (select sale_id, sum(surcharge_tax)::bigint as tax from sale_line where venue_id = one and surcharge_tax <> 0 group by 1) l
    where s.venue_id = one and s.sale_id = l.sale_id and s.kind in (1, 2, 5);
    -- Only lines with such a tax are added up: all sales of a large venue would take long.
    with taxed as materialized (
      select s.location_id, s.business_date, d.dim, d.key, sum(l.surcharge_tax)::bigint as tax
      from sale_line l join sale s on s.venue_id = one and s.sale_id = l.sale_id and s.kind in (1, 2, 5)
        cross join lateral (
          values (1::smallint, 0), (2, extract(isodow from s.business_date)::int * 1000 + s.local_hour), (3, coalesce(s.clerk_key, 0)), (10, s.order_type::int),
            (14, s.terminal_key), (5, l.class_id), (13, case when l.counts then l.product_id end), (17, case when l.kind = 2 or l.cost = 0 then l.class_id end)
        ) as d(dim, key)
      where l.venue_id = one and l.surcharge_tax <> 0 and d.key is not null group by 1, 2, 3, 4
    ), rolled as (
      update rollup r set surcharge_tax = p.tax
      from (
        select location_id, g.grain, date_trunc(g.unit, business_date::timestamp)::date as period, dim, key, sum(tax)::bigint as tax
        from taxed cross join (values (1::smallint, 'day'), (2, 'month'), (3, 'year')) as g(grain, unit) group by 1, 2, 3, 4, 5
      ) p
      where r.venue_id = one and r.location_id = p.location_id and r.grain = p.grain and r.period = p.period and r.dim = p.dim and r.key = p.key
    )
    update product_day d set surcharge_tax = p.tax from taxed p
    where p.dim = 13 and d.venue_id = one and d.location_id = p.location_id and d.day = p.business_date and d.product_id = p.key;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
