-- Links to outside systems: what was begun, what is linked, how far each has been read, what arrived, and members of loyalty providers.

-- A sign-in at a provider that somebody began and that may come back once, within ten minutes.
create table link_authorisation (
  venue_id int not null references venue,
  state_hash bytea not null,                   -- SHA-256 of the state that travels with the browser
  provider text not null,
  location_id int,                             -- null: for the whole venue
  user_id int not null,
  redirect_uri text not null,
  shop text,                                   -- where the provider has an address for each customer
  verifier bytea,                              -- of PKCE, sealed
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (venue_id, state_hash),
  foreign key (venue_id, location_id) references location
);
alter table link_authorisation enable row level security, force row level security;
create policy venue_wall on link_authorisation using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on link_authorisation from daybook_report;

-- Codes of providers that were given in, across all venues: one that is sent twice ends what its first sending gave, whichever venue brings it.
create table authorisation_code (
  provider text not null,
  code_hash bytea not null,                    -- SHA-256
  used_at timestamptz not null default now(),
  primary key (provider, code_hash)
);
revoke select on authorisation_code from daybook_report;

-- A link to an account at an outside system.
create table link (
  venue_id int not null references venue,
  link_id bigint not null,
  provider text not null,
  location_id int,                             -- null: for the whole venue; a location's own link wins over it there
  status text not null check (status in ('connected', 'attention', 'disconnecting', 'revoked')),
  account_id text not null,                    -- what the provider calls the account
  account_name text,
  is_live boolean not null,
  scopes text not null default '',
  meta jsonb not null default '{}',            -- what the provider said about the account, no secret among it
  linked_by int,
  linked_at timestamptz not null,
  last_ok_at timestamptz,
  last_error text,                             -- a code the screens have words for
  last_error_at timestamptz,
  next_try_at timestamptz,                     -- of telling the provider that the link ended
  ended_at timestamptz,
  tells_sales boolean not null default false,  -- a rostering provider is sent sales by the hour
  primary key (venue_id, link_id),
  foreign key (venue_id, location_id) references location
);
create unique index link_open on link (venue_id, provider, location_id) nulls not distinct where status in ('connected', 'attention');
alter table link enable row level security, force row level security;
create policy venue_wall on link using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

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
alter table link_secret enable row level security, force row level security;
create policy venue_wall on link_secret using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on link_secret from daybook_report;

-- How far what a provider has was read: one row for each list of it.
create table link_sync (
  venue_id int not null,
  link_id bigint not null,
  stream text not null,
  since timestamptz not null,                  -- everything created before was read
  until timestamptz,                           -- where the walk under way began; it goes back from there
  after text,                                  -- the last id it came past
  at timestamptz,                              -- when that one was created, for the share that is done
  failures int not null default 0,
  first_done_at timestamptz,
  primary key (venue_id, link_id, stream),
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table link_sync enable row level security, force row level security;
create policy venue_wall on link_sync using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Who reads a link's account now. What they read is stored only while it is theirs, so that nothing older replaces something newer.
create table link_lease (
  venue_id int not null,
  link_id bigint not null,
  holder text,
  held_until timestamptz,
  primary key (venue_id, link_id),
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table link_lease enable row level security, force row level security;
create policy venue_wall on link_lease using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on link_lease from daybook_report;

-- Which venue an account at a provider belongs to: a webhook names the account alone. A table of the house.
create table linked_account (
  provider text not null,
  account_id text not null,
  venue_id int not null,
  link_id bigint not null,
  primary key (provider, account_id)
);

-- What providers sent. No text of theirs is kept where it can be asked for anew when it is worked off, so that order does not matter; where it
-- cannot be asked for again, it is kept until then. It may hold personal data, so no report reads it. A table of the house.
create table webhook_event (
  provider text not null,
  event_id text not null,
  account_id text,
  type text not null,
  object_id text,
  is_live boolean not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  venue_id int,                                -- null: the account was linked nowhere when it came
  link_id bigint,
  state text not null check (state in ('waiting', 'done', 'ignored')),
  worked_at timestamptz,
  body text,                                   -- where it cannot be asked for again
  is_whole boolean generated always as (body is not null) stored,
  primary key (provider, event_id)
);
create index webhook_event_waiting on webhook_event (venue_id, link_id, received_at) where state = 'waiting';
create index webhook_event_old on webhook_event (received_at);
create index webhook_event_whole on webhook_event (provider, account_id) where is_whole and state = 'ignored';
revoke select on webhook_event from daybook_report;
grant select (provider, event_id, account_id, type, object_id, is_live, created_at, received_at, venue_id, link_id, state, worked_at, is_whole) on
  webhook_event to daybook_report;

-- The token that a provider gives out to the whole house, sealed under a key of the setting TOKEN_KEYS, and when tokens were asked for: some give
-- out so many of them in so long. Reports read only whether the house is connected. A table of the house.
create table house_token (
  provider text primary key,
  token bytea,
  expires_at timestamptz,
  asking_at timestamptz,                       -- since when somebody asks for one
  asked_at timestamptz[] not null default '{}'
);
revoke select on house_token from daybook_report;
grant select (provider, expires_at) on house_token to daybook_report;

-- Domains that a linked account does not take; people are notified once, until they are taken.
create table domain_refusal (
  venue_id int not null,
  domain text not null,
  link_id bigint not null,
  refused_at timestamptz not null,
  primary key (venue_id, domain, link_id),
  foreign key (venue_id, domain) references venue_domain on delete cascade,
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table domain_refusal enable row level security, force row level security;
create policy venue_wall on domain_refusal using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The sales by the hour that a rostering provider was sent last, so that only an hour that changed is sent again.
create table sales_told (
  venue_id int not null,
  link_id bigint not null,
  reference text not null,                     -- location, trading day and hour, by which the provider knows it again
  area bigint not null,                        -- the provider's id of the area that has the location's sales
  value bigint not null,                       -- minor units
  told_at timestamptz not null,
  primary key (venue_id, link_id, reference),
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table sales_told enable row level security, force row level security;
create policy venue_wall on sales_told using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Members of a loyalty provider beside the cards they go together with.
create table linked_member (
  venue_id int not null,
  provider text not null,
  account_id text not null,                    -- of a link, open or ended: linked anew, the same members go on where they were
  member_id text not null,                     -- what the provider calls the member
  card_id bigint,                              -- null: no card of ours could go together with it
  base bigint not null default 0,              -- points of our card that both sides were to have from the beginning, or were since said to
  gap bigint not null default 0,               -- points there more than here that somebody chose to keep
  apart boolean not null default false,        -- somebody chose that nothing is read or sent
  gone boolean not null default false,         -- not there any more
  card_number text not null,                   -- as read last, like what follows
  name text not null,
  email text,
  phone text,
  tier text,
  points bigint not null,
  kept_profile text,                           -- of theirs, that somebody chose to keep beside ours
  kept_number text,
  conflicts text[] not null default '{}',      -- where both sides do not agree
  matched_at timestamptz not null,
  read_at timestamptz not null,                -- transactions until then were read
  primary key (venue_id, provider, account_id, member_id),
  foreign key (venue_id, card_id) references loyalty_card
);
create index linked_member_by_card on linked_member (venue_id, card_id) where card_id is not null;
create index linked_member_in_conflict on linked_member (venue_id, provider, account_id, member_id) where conflicts <> '{}';
alter table linked_member enable row level security, force row level security;
create policy venue_wall on linked_member using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What moved points of members there and was seen here.
create table member_transaction (
  venue_id int not null,
  provider text not null,
  account_id text not null,
  transaction_id text not null,                -- what the provider calls it: seen once, it moves nothing again
  member_id text not null,
  points bigint not null,
  movement_id bigint,                          -- the movement it became; null: it was there when both began to go together, or it came from us
  primary key (venue_id, provider, account_id, transaction_id),
  foreign key (venue_id, provider, account_id, member_id) references linked_member
);
create index member_transaction_by_member on member_transaction (venue_id, provider, account_id, member_id) include (points) where movement_id is not null;
create index member_transaction_by_movement on member_transaction (venue_id, movement_id) where movement_id is not null;
alter table member_transaction enable row level security, force row level security;
create policy venue_wall on member_transaction using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What a provider is sent of points that moved here, under a number by which it does it once.
create table member_telling (
  venue_id int not null,
  telling_id bigint not null,
  provider text not null,
  account_id text not null,
  member_id text not null,
  points bigint not null check (points <> 0),
  asked_at timestamptz not null,
  told_at timestamptz,                         -- null: nobody knows yet whether it was done
  refused_at timestamptz,                      -- the provider does not take it
  primary key (venue_id, telling_id),
  foreign key (venue_id, provider, account_id, member_id) references linked_member
);
create index member_telling_by_member on member_telling (venue_id, provider, account_id, member_id) include (points, told_at) where refused_at is null;
alter table member_telling enable row level security, force row level security;
create policy venue_wall on member_telling using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
