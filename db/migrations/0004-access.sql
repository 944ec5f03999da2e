-- Access: sessions, devices, keys and links that let somebody in, and the trail of what they did.

-- A person who is signed in, on one device. A wall screen is a session of its own kind: it reads the dashboard of whoever began it,
-- at some of their locations, on the one device that holds its cookie.
create table session (
  session_id text primary key,                 -- public name, safe to show
  user_id int not null references app_user,
  auth_hash bytea unique,                      -- SHA-256 of the short-lived Auth secret; null once the Token was used
  auth_until timestamptz,
  token_hash bytea unique,                     -- SHA-256 of the Token; null until a venue is chosen
  companion_hash bytea,                        -- SHA-256 of the HttpOnly cookie; null for clients outside a browser
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
  revoked_reason text,
  board_name text,                             -- of a wall screen
  board_locations int[]
);
create index session_by_user on session (user_id) where revoked_at is null;
create index session_by_employee on session (venue_id, employee_id) where revoked_at is null;
create index session_by_companion on session (companion_hash) where revoked_at is null;
revoke select on session from daybook_report;
grant select (session_id, user_id, auth_until, venue_id, employee_id, impersonator_session_id, idle_seconds, created_at, last_seen_at, idle_until,
  absolute_until, ip, user_agent, password_checked_at, revoked_at, revoked_reason, board_name, board_locations) on session to daybook_report;

-- Whose a Token and its companion cookie are, for whoever may not read the hashes of others. It answers only those who have both.
create function session_of_token(token bytea, companion bytea) returns table (session_id text, is_bound boolean)
  language plpgsql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.session_id, s.companion_hash is not null from public.session s
    where s.token_hash = token and (s.companion_hash is null or s.companion_hash = companion);
end $$;
revoke execute on function session_of_token(bytea, bytea) from public;
grant execute on function session_of_token(bytea, bytea) to daybook_report;

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
revoke select on known_device from daybook_report;

-- Codes that screens show to be claimed: each is good once, for ten minutes.
create table board_pairing (
  code_hash bytea primary key,                 -- SHA-256
  device_hash bytea not null,                  -- SHA-256 of the screen's cookie, which its session will be bound to
  expires_at timestamptz not null,
  used_at timestamptz,
  ip text,
  user_agent text
);
revoke select on board_pairing from daybook_report;

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
revoke select on export_ticket from daybook_report;

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
revoke select on location_key from daybook_report;
grant select (key_id, prefix, venue_id, location_id, name, created_at, last_used_at, expires_at, revoked_at) on location_key to daybook_report;

-- The answer given to a key, written in the transaction of its effect. Venue 0 holds calls made before a venue is chosen.
create table idempotency_key (
  venue_id int not null,
  principal text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  body text,
  created_at timestamptz not null default now(),
  primary key (venue_id, principal, key)
);
create index idempotency_key_by_age on idempotency_key (venue_id, created_at);
alter table idempotency_key enable row level security, force row level security;
create policy venue_wall on idempotency_key using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on idempotency_key from daybook_report;

-- Append-only: the application may insert and read, nothing else. Venue 0 holds what belongs to no venue.
create table audit_event (
  venue_id int not null,
  event_id bigint not null,
  at timestamptz not null default now(),
  actor_user_id int,
  on_behalf_of_user_id int,
  session_id text,
  action text not null,
  subject text not null default '',
  detail jsonb not null default '{}',
  ip text,
  primary key (venue_id, event_id)
);
create index audit_event_by_time on audit_event (venue_id, at desc);
-- What happened to links is read by itself, from among everything that was done in a venue.
create index audit_event_of_links on audit_event (venue_id, at desc) where action like 'link.%';
alter table audit_event enable row level security, force row level security;
create policy venue_wall on audit_event using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on audit_event from daybook_app;

-- The chain over a venue's audit rows: each seal is a hash over the one before it and its row, so that a row changed, taken away or put in
-- later shows. Written once by the server, a second or so after the row. Venue 0 is the house, so it refers to no venue.
create table audit_seal (
  venue_id int not null,
  seq bigint not null,
  event_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (venue_id, seq),
  unique (venue_id, event_id)
);
alter table audit_seal enable row level security, force row level security;
create policy venue_wall on audit_seal using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on audit_seal from daybook_app;
