-- Statistics on several servers too. Citus analyzes no table in a transaction that has read something, so each shard is told by itself.
create or replace function refresh_sales_statistics() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  grown constant text[] := array['sale', 'sale_line', 'sale_payment', 'sale_adjustment', 'rollup', 'rollup_tender', 'rollup_beside', 'rollup_cover',
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
