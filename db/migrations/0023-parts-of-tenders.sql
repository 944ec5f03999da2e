-- What was given back of a tender, handed out as cash and left as a tip is kept by media beside what was tendered: of dimension 4,
-- promotion is the change, discount the cash-out, cost the tips. The view keeps what else it has.
do $$
declare
  before text := pg_get_viewdef('rollup_source'::regclass, true);
  after text := regexp_replace(before, '(p\.tendered AS gross,\s+)0( AS promotion,\s+)0( AS discount,[^;]*p\.net AS amount,\s+)0( AS cost,)',
    '\1p.change\2p.cash_out\3p.tip\4');
begin
  if after = before then raise exception 'rollup_source does not tell tenders as it did'; end if;
  execute 'create or replace view rollup_source with (security_invoker = true) as ' || after;
end $$;

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
