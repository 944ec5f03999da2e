-- Where providers of online orders say that an order belongs: a shop's location, or a store of an ordering service.
create table online_place (
  venue_id int not null,
  provider text not null,
  account_id text not null,                     -- as the link has it
  place_id text not null,                       -- as the provider calls the place
  name text not null,
  location_id int,                              -- null: nobody said so yet, and its orders wait
  primary key (venue_id, provider, account_id, place_id),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
alter table online_place enable row level security;
alter table online_place force row level security;
create policy venue_wall on online_place using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on online_place to daybook_app;
grant select on online_place to daybook_report;

-- Orders that came from outside, as they were told last, and which sales they are here.
create table online_order (
  venue_id int not null,
  provider text not null,
  order_id text not null,                       -- as the provider calls it
  account_id text not null,
  place_id text not null,
  name text not null,                           -- what people call it, such as #1001
  placed_at timestamptz not null,
  changed_at timestamptz not null,              -- by the provider's clock; what is older than this is not taken
  currency text not null,
  total bigint not null,                        -- minor units, after refunds
  state text not null check (state in ('taken', 'waiting', 'refused', 'left out')),
  reasons jsonb not null default '[]',          -- why it was refused, as intake says it
  told jsonb,                                   -- its sales, while they could not be taken in
  stored jsonb not null default '[]',           -- its sales as they stand here: location, receipt, revision and a hash of the content
  primary key (venue_id, provider, order_id)
);
create index online_order_open on online_order (venue_id, provider, placed_at) where state in ('waiting', 'refused');
alter table online_order enable row level security;
alter table online_order force row level security;
create policy venue_wall on online_order using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on online_order to daybook_app;
grant select on online_order to daybook_report;
