-- Links to outside systems: what was begun, what is linked, how far each has been read, and the webhooks that arrived.

-- A sign-in at a provider that somebody began and that may come back once, within ten minutes.
create table link_authorisation (
  venue_id int not null references venue,
  state_hash bytea not null,                    -- SHA-256 of the state that travels with the browser
  provider text not null,
  location_id int,                              -- null: for the whole venue
  user_id int not null,
  redirect_uri text not null,
  shop text,                                    -- where the provider has an address for each customer
  verifier bytea,                               -- of PKCE, sealed
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  code_hash bytea,                              -- of the code it was used for: a code is sent to its provider once
  primary key (venue_id, state_hash),
  foreign key (venue_id, location_id) references location
);
create unique index link_authorisation_by_code on link_authorisation (venue_id, code_hash) where code_hash is not null;

create table link (
  venue_id int not null references venue,
  link_id bigint not null,
  provider text not null,
  location_id int,                              -- null: for the whole venue; a location's own link wins over it there
  status text not null check (status in ('connected', 'attention', 'disconnecting', 'revoked')),
  account_id text not null,                     -- what the provider calls the account
  account_name text,
  is_live boolean not null,
  scopes text not null default '',
  meta jsonb not null default '{}',             -- what the provider told about the account, no secret among it
  linked_by int,
  linked_at timestamptz not null,
  last_ok_at timestamptz,
  last_error text,                              -- a code the screens have words for
  last_error_at timestamptz,
  next_try_at timestamptz,                      -- of telling the provider that the link ended
  ended_at timestamptz,
  primary key (venue_id, link_id),
  foreign key (venue_id, location_id) references location
);
create unique index link_open on link (venue_id, provider, location_id) nulls not distinct where status in ('connected', 'attention');

-- What a provider gave out for a link, sealed under a key of the setting TOKEN_KEYS; of those alone whose calls need it.
create table link_secret (
  venue_id int not null,
  link_id bigint not null,
  provider text not null,
  access_token bytea not null,
  refresh_token bytea,
  expires_at timestamptz,
  primary key (venue_id, link_id),
  foreign key (venue_id, link_id) references link on delete cascade
);

-- How far what a provider has was read: one row for each list of it.
create table link_sync (
  venue_id int not null,
  link_id bigint not null,
  stream text not null,
  since timestamptz not null,                   -- everything created before was read
  until timestamptz,                            -- where the walk under way began; it goes back from there
  after text,                                   -- the last id it came past
  at timestamptz,                               -- when that one was created, for the share that is done
  failures int not null default 0,
  first_done_at timestamptz,
  primary key (venue_id, link_id, stream),
  foreign key (venue_id, link_id) references link on delete cascade
);

-- Who reads a link's account now. What they read is stored only while it is theirs, so that nothing older replaces something newer.
create table link_lease (
  venue_id int not null,
  link_id bigint not null,
  holder text,
  held_until timestamptz,
  primary key (venue_id, link_id),
  foreign key (venue_id, link_id) references link on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['link_authorisation', 'link', 'link_secret', 'link_sync', 'link_lease'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;

revoke select on link_authorisation, link_secret, link_lease from daybook_report;

-- Which venue an account at a provider belongs to: a webhook names the account alone. Of the house.
create table linked_account (
  provider text not null,
  account_id text not null,
  venue_id int not null,
  link_id bigint not null,
  primary key (provider, account_id)
);

-- What providers sent. No text of theirs is kept: what it is about is asked for anew when it is worked off, so that order does not matter.
create table webhook_event (
  provider text not null,
  event_id text not null,
  account_id text,
  type text not null,
  object_id text,
  is_live boolean not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  venue_id int,                                 -- null: the account was linked nowhere when it came
  link_id bigint,
  state text not null check (state in ('waiting', 'done', 'ignored')),
  worked_at timestamptz,
  primary key (provider, event_id)
);
create index webhook_event_waiting on webhook_event (venue_id, link_id, received_at) where state = 'waiting';
create index webhook_event_old on webhook_event (received_at);
