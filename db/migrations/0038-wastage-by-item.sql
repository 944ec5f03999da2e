-- What was wasted by item, by who wrote it off and why was read from the lines, for a month at most. Now it is kept as what was wasted by class is: dimension 20 of
-- the rollup are products, 21 employees, 22 reasons, of days, months and years.

-- Wasted lines are few among all: by this index alone they are filled in, compared and opened. Made in one reading of the lines, while reports go on.
create index sale_line_wasted on sale_line (venue_id, location_id, business_date) where wastage;

-- The view keeps what it has, and says this too.
do $$
begin
  execute 'create or replace view rollup_source with (security_invoker = true) as ' || rtrim(pg_get_viewdef('rollup_source'::regclass), ';') || '
    union all
    select c.venue_id, c.location_id, c.business_date, 20::smallint, l.product_id,
      c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
    from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
    where l.wastage and not l.voided
    union all
    select c.venue_id, c.location_id, c.business_date, 21::smallint, coalesce(c.clerk_key, 0),
      c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
    from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
    where l.wastage and not l.voided
    union all
    select c.venue_id, c.location_id, c.business_date, 22::smallint, coalesce(l.wastage_reason_key, 0),
      c.sign, 0, l.qty, l.gross, 0, 0, 0, 0, 0, l.cost, 0
    from counted c join sale_line l on l.venue_id = c.venue_id and l.location_id = c.location_id and l.business_date = c.business_date and l.sale_id = c.sale_id
    where l.wastage and not l.voided';
end $$;

-- Each venue's rows are made from its wasted lines, then months and years from the days; row-level security holds for whoever migrates, too.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, cost)
    select l.venue_id, 1, d.dim, s.location_id, s.business_date, d.key, sum(case s.kind when 5 then -1 else 1 end), sum(l.qty), sum(l.gross), sum(l.cost)
    from sale_line l join sale s on s.venue_id = l.venue_id and s.sale_id = l.sale_id
    cross join lateral (values (20, l.product_id), (21, coalesce(s.clerk_key, 0)), (22, coalesce(l.wastage_reason_key, 0))) as d (dim, key)
    where l.venue_id = v and l.wastage and not l.voided and s.kind in (1, 2, 5)
    group by l.venue_id, d.dim, s.location_id, s.business_date, d.key order by d.dim, s.location_id, s.business_date, d.key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, cost)
    select venue_id, 2, dim, location_id, date_trunc('month', period)::date as month, key, sum(n), sum(qty), sum(gross), sum(cost)
    from rollup where venue_id = v and grain = 1 and dim in (20, 21, 22) group by venue_id, dim, location_id, month, key order by dim, location_id, month, key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, cost)
    select venue_id, 3, dim, location_id, date_trunc('year', period)::date as year, key, sum(n), sum(qty), sum(gross), sum(cost)
    from rollup where venue_id = v and grain = 2 and dim in (20, 21, 22) group by venue_id, dim, location_id, year, key order by dim, location_id, year, key;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
