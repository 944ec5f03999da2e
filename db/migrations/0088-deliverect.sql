-- Where nothing can be asked for again, what arrived is kept until it was worked off.
alter table webhook_event add column body text;
alter table webhook_event add column is_whole boolean generated always as (body is not null) stored;
create index webhook_event_whole on webhook_event (provider, account_id) where is_whole and state = 'ignored';
-- Persons stand in it, whom no report is about.
revoke select on webhook_event from daybook_report;
grant select (provider, event_id, account_id, type, object_id, is_live, created_at, received_at, venue_id, link_id, state, worked_at, is_whole) on webhook_event
  to daybook_report;

-- What a provider gave to the whole installation, sealed under a key of the setting TOKEN_KEYS. Of the house.
create table provider_token (
  provider text primary key,
  access_token bytea not null,
  expires_at timestamptz not null,
  obtained_at timestamptz not null default now()
);
revoke select on provider_token from daybook_report;
grant select (provider, expires_at, obtained_at) on provider_token to daybook_report;

-- What each ordering channel keeps of the orders of a location.
create table channel_commission (
  venue_id int not null,
  location_id int not null,
  channel int not null,                         -- Deliverect's number of the channel
  name text not null default '',
  percent numeric(5, 2) check (percent between 0 and 100), -- null: nobody said so yet
  primary key (venue_id, location_id, channel),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);

-- Locations at Deliverect that were registered there under the number of a location here: proposals, for a person to link.
create table deliverect_registration (
  venue_id int not null,
  location_id int not null,
  deliverect_id text not null,
  deliverect_location_id text not null,
  name text not null,
  registered_at timestamptz not null,
  primary key (venue_id, location_id),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);

-- Orders of Deliverect: how each stands, what Deliverect is still to be told of it, and whether the till has it. Its sale is an online_order's.
create table deliverect_order (
  venue_id int not null,
  order_id text not null,
  location_id int not null,
  channel int not null default 0,
  name text not null default '',
  placed_at timestamptz not null,
  is_known boolean not null,                    -- false: it was taken back before it was told
  is_cancelled boolean not null default false,
  total bigint not null default 0,              -- what the location gets before the commission, in minor units
  commission_base bigint not null default 0,
  commission_percent numeric(5, 2),
  sale jsonb,                                   -- while it may still be taken back and come again
  reasons jsonb not null default '[]',
  is_test boolean not null default false,
  unknown text[] not null default '{}',         -- PLUs that no product had when it came
  to_tell jsonb not null default '[]',          -- statuses that Deliverect is still to be told, in their order
  told int,                                     -- the last one it was told
  tell_refused int,                             -- one that it did not take
  till text check (till in ('waiting', 'taken', 'refused', 'recalled', 'over')),
  till_since timestamptz,
  till_reason text,
  till_sale text,                               -- the till's own sale of it, which counts instead of ours: terminal and receipt
  till_terminal text,
  content jsonb,                                -- what the till is handed, its persons among it, until it answered
  primary key (venue_id, order_id),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
create index deliverect_order_to_tell on deliverect_order (venue_id, location_id, placed_at) where to_tell <> '[]';
create index deliverect_order_at_till on deliverect_order (venue_id, location_id, till_since) where till in ('waiting', 'recalled');
create index deliverect_order_placed on deliverect_order (venue_id, location_id, placed_at);

do $$
declare t text;
begin
  foreach t in array array['channel_commission', 'deliverect_registration', 'deliverect_order'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
grant select, insert, update, delete on provider_token to daybook_app;
