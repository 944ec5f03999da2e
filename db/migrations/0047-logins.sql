-- The server signs in as daybook_app and daybook_report (decision 0043), where it once signed in as the owner and took on their roles. What
-- the report role reads no more is listed in tests/architecture/secret-columns.ts.

-- Since PostgreSQL 15 nobody may by default; a database that was upgraded from an older one still lets everybody.
revoke create on schema public from public;

-- Whether a password is set, for whoever may not read its hash.
alter table app_user add column has_password boolean not null generated always as (password_hash is not null) stored;

-- Whose a Token and its companion cookie are, for whoever may not read the hashes of others. It answers nothing but to who holds both.
create function session_of_token(token bytea, companion bytea) returns table (session_id text, is_bound boolean)
  language plpgsql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.session_id, s.companion_hash is not null from public.session s
    where s.token_hash = token and (s.companion_hash is null or s.companion_hash = companion);
end $$;
revoke execute on function session_of_token(bytea, bytea) from public;
grant execute on function session_of_token(bytea, bytea) to daybook_report;

-- Nothing in these is for a report.
revoke select on server_secret, known_device, export_ticket, limit_counter, second_factor, recovery_code, idempotency_key from daybook_report;

-- Of these it reads everything but the hashes.
do $$
declare
  t text;
  readable text;
begin
  foreach t in array array['app_user', 'session', 'link_token', 'location_key', 'supplier_key', 'schedule_mail'] loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into readable from pg_attribute
    where attrelid = format('public.%I', t)::regclass and attnum > 0 and not attisdropped and attname not like '%\_hash';
    execute format('revoke select on public.%I from daybook_report', t);
    execute format('grant select (%s) on public.%I to daybook_report', readable, t);
  end loop;
end $$;
