-- House tables: they belong to the installation, not to a venue. Only membership and platform SQL reads them.
-- Roles: the server works as daybook_app (row-level security applies) and reads reports as daybook_report.

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
grant select on migration to daybook_app, daybook_report;
alter default privileges in schema public grant select, insert, update, delete on tables to daybook_app;
alter default privileges in schema public grant usage, select on sequences to daybook_app;
alter default privileges in schema public grant select on tables to daybook_report;

-- Values every server process shares, such as the key that signs anti-forgery tokens.
create table server_secret (
  name text primary key,
  value bytea not null
);

create table app_user (
  user_id int generated always as identity primary key,
  user_name text not null,
  user_name_key text not null unique,          -- NFKC, case-folded: two names that look alike are one
  display_name text not null,
  email text,
  email_key text unique,
  password_hash text,                           -- argon2id; null until a password is set
  password_changed_at timestamptz,
  is_admin boolean not null default false,      -- the reserved Admin role, held by this flag and never by a role's name
  is_sample boolean not null default false,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

-- Which venues a person may open, and as which employee.
create table user_venue (
  user_id int not null references app_user,
  venue_id int not null,
  employee_id int not null,
  last_opened_at timestamptz,
  primary key (user_id, venue_id)
);
create index user_venue_by_venue on user_venue (venue_id, employee_id);

create table session (
  session_id text primary key,                  -- public name, safe to show
  user_id int not null references app_user,
  auth_hash bytea unique,                        -- SHA-256 of the short-lived Auth secret; null once the Token was used
  auth_until timestamptz,
  token_hash bytea unique,                       -- SHA-256 of the Token; null until a venue is chosen
  companion_hash bytea,                          -- SHA-256 of the HttpOnly cookie; null for clients outside a browser
  venue_id int,
  employee_id int,
  impersonator_session_id text,
  idle_seconds int not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_until timestamptz not null,
  absolute_until timestamptz not null,
  ip text,
  user_agent text,
  password_checked_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_by_user on session (user_id) where revoked_at is null;
create index session_by_employee on session (venue_id, employee_id) where revoked_at is null;
create index session_by_companion on session (companion_hash) where revoked_at is null;

-- A browser that has signed in before as this person; it keeps its own allowance when others guess. People who share a
-- browser share its secret, which changes at every sign-in.
create table known_device (
  device_hash bytea not null,
  user_id int not null references app_user,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (device_hash, user_id)
);
create index known_device_by_user on known_device (user_id);

-- Links in mails: single use, expiring, stored as SHA-256.
create table link_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invite')),
  user_id int not null references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index link_token_by_user on link_token (user_id) where used_at is null and voided_at is null;

-- Counters of the limiters, shared by all server processes. Losing them in a crash is harmless.
create unlogged table limit_counter (
  name text not null,
  subject text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (name, subject, window_start)
);
create index limit_counter_by_age on limit_counter (window_start);

-- What a till signs in with: one location, shown once, stored hashed.
create table location_key (
  key_id int generated always as identity primary key,
  key_hash bytea not null unique,
  prefix text not null,
  venue_id int not null,
  location_id int not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index location_key_by_location on location_key (venue_id, location_id);

-- A download link that works once, for a minute, in the browser that asked.
create table export_ticket (
  ticket_hash bytea primary key,
  session_id text not null,
  companion_hash bytea,
  path text not null,
  query jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
