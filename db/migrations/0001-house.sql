-- The house: one installation, for however many venues.
--
-- How these files are read. Each table stands whole in one place, with its indexes, its row-level security and its rights beside it. Tables
-- of the house belong to the installation. In every table of venues venue_id leads every key, and the policy `venue_wall` compares it with app.venue.
--
-- The server signs in as daybook_app and daybook_report (decision 0043). Whatever a migration makes, daybook_app may read and write and
-- daybook_report may read. Beside a table stands only what is taken away from that: rows that are never changed or deleted, and what no report is
-- for. What the report role does not read is listed in tests/architecture/secret-columns.ts as well.

do $$ begin
  if not exists (select from pg_roles where rolname = 'daybook_app') then create role daybook_app login; end if;
  if not exists (select from pg_roles where rolname = 'daybook_report') then create role daybook_report login; end if;
end $$;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant daybook_app, daybook_report to %I', current_user);
  end if;
end $$;

grant usage on schema public to daybook_app, daybook_report;
-- Since PostgreSQL 15 nobody may by default; a database that was upgraded from an older one still lets everybody.
revoke create on schema public from public;

-- The list of migrations, which the server makes before the first of them.
grant select on migration to daybook_app, daybook_report;

alter default privileges in schema public grant select, insert, update, delete on tables to daybook_app;
alter default privileges in schema public grant usage, select on sequences to daybook_app;
alter default privileges in schema public grant select on tables to daybook_report;

-- Values every server process shares, such as the key that signs anti-forgery tokens.
create table server_secret (
  name text primary key,
  value bytea not null
);
revoke select on server_secret from daybook_report;

-- Counters of the limiters, shared by all server processes. Losing them in a crash is harmless.
create unlogged table limit_counter (
  name text not null,
  subject text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (name, subject, window_start)
);
create index limit_counter_by_age on limit_counter (window_start);
revoke select on limit_counter from daybook_report;
