-- What each product sold on a day that is over: nearly as many rows as there are lines. In a table of its own it needs the key of its rows once, and a day's rows are found
-- by a small index, where two large ones were needed among the rows of all dimensions.
create table product_day (
  venue_id int not null,
  location_id int not null,
  day date not null,
  product_id int not null,
  n int not null default 0,
  qty bigint not null default 0,
  gross bigint not null default 0,
  promotion bigint not null default 0,
  discount bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  amount bigint not null default 0,
  cost bigint not null default 0,
  tax bigint not null default 0,
  primary key (venue_id, product_id, location_id, day)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index product_day_by_day on product_day (venue_id, location_id, day);
alter table product_day enable row level security, force row level security;
create policy venue_wall on product_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

insert into product_day
select venue_id, location_id, period, key, n, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
from rollup where grain = 1 and dim = 13 order by venue_id, location_id, date_trunc('month', period::timestamp), key, period;
drop index rollup_product_days;
delete from rollup where grain = 1 and dim = 13;

-- Cumulative sums: of classes and employees by weekday, which make those of all days, and no longer of wastage by class; of products within a month on its 10th and 20th, as
-- soon as that day is over. The hourly job makes them.
delete from running_total where subject = 2 or extract(day from day) in (7, 14, 21);

create or replace function refresh_sales_statistics() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  grown constant text[] := array['sale', 'sale_line', 'sale_payment', 'sale_adjustment', 'rollup', 'rollup_tender', 'rollup_beside', 'rollup_cover', 'product_day',
    'trading_day_state', 'product', 'product_class', 'dimension_key'];
  named text;
begin
  foreach named in array grown loop
    if current_setting('citus.version', true) is null then
      execute format('analyze public.%I', named);
    else
      execute format('select from run_command_on_shards(%L, %L)', format('public.%I', named), 'analyze %s');
    end if;
  end loop;
end $$;
