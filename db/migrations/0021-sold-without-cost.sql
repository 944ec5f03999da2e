-- A margin can be told only of what has a cost. Dimension 17 keeps the part of a class's sales that was sold without one, of which the lines
-- of years would have to be read. The view keeps what it has, and says this too.
do $$
begin
  execute 'create or replace view rollup_source with (security_invoker = true) as ' || rtrim(pg_get_viewdef('rollup_source'::regclass), ';') || '
    union all
    select c.venue_id, c.location_id, c.business_date, 17::smallint, l.class_id,
      l.n, 0, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.amount, l.cost, l.tax
    from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.counts and l.cost = 0
    union all
    select c.venue_id, c.location_id, c.business_date, 17::smallint, l.class_id,
      0, 0, 0, 0, 0, 0, 0, l.surcharge, l.surcharge, 0, l.tax
    from counted c join sale_line l on l.venue_id = c.venue_id and l.sale_id = c.sale_id where l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)';
end $$;

-- Each venue's rows are made from its sales, then months and years from the days; row-level security holds for whoever migrates, too.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, promotion, discount, refund, surcharge, amount, tax)
    select venue_id, 1, 17, location_id, business_date, key,
      sum(n), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund), sum(surcharge), sum(amount), sum(tax)
    from rollup_source where venue_id = v and dim = 17 group by venue_id, location_id, business_date, key order by location_id, business_date, key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, promotion, discount, refund, surcharge, amount, tax)
    select venue_id, 2, 17, location_id, date_trunc('month', period)::date as month, key,
      sum(n), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund), sum(surcharge), sum(amount), sum(tax)
    from rollup where venue_id = v and grain = 1 and dim = 17 group by venue_id, location_id, month, key order by location_id, month, key;
    insert into rollup (venue_id, grain, dim, location_id, period, key, n, qty, gross, promotion, discount, refund, surcharge, amount, tax)
    select venue_id, 3, 17, location_id, date_trunc('year', period)::date as year, key,
      sum(n), sum(qty), sum(gross), sum(promotion), sum(discount), sum(refund), sum(surcharge), sum(amount), sum(tax)
    from rollup where venue_id = v and grain = 2 and dim = 17 group by venue_id, location_id, year, key order by location_id, year, key;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
