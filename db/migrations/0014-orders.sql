-- Orders from outside: online orders, Deliverect, and the marketplace.

-- Where providers of online orders say that an order belongs: a shop's location, or a store of an ordering service.
create table online_place (
  venue_id int not null,
  provider text not null,
  account_id text not null,                    -- as the link has it
  place_id text not null,                      -- as the provider calls the place
  name text not null,
  location_id int,                             -- null: nobody said so yet, and its orders wait
  primary key (venue_id, provider, account_id, place_id),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
alter table online_place enable row level security, force row level security;
create policy venue_wall on online_place using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Orders that came from outside, as they were sent last, and which sales they are here. Of a customer only two numbers are kept: that of the
-- member's card, and the one by which the provider knows them.
create table online_order (
  venue_id int not null,
  provider text not null,
  order_id text not null,                      -- as the provider calls it
  account_id text not null,
  place_id text not null,
  name text not null,                          -- what people call it, such as #1001
  placed_at timestamptz not null,
  changed_at timestamptz not null,             -- by the provider's clock; what is older than this is not taken
  currency text not null,
  total bigint not null,                       -- minor units, after refunds
  state text not null check (state in ('taken', 'waiting', 'refused', 'left out')),
  reasons jsonb not null default '[]',         -- why it was refused, as intake says it
  told jsonb,                                  -- its sales, while they could not be taken in
  stored jsonb not null default '[]',          -- its sales as they stand here: location, receipt, revision and a hash of the content
  card text,                                   -- the number of the member's card that its sales carry
  customer_id text,                            -- by which the provider knows whoever placed it, so that their next order finds the card again
  primary key (venue_id, provider, order_id)
);
create index online_order_open on online_order (venue_id, provider, placed_at) where state in ('waiting', 'refused');
create index online_order_by_customer on online_order (venue_id, provider, account_id, customer_id) where customer_id is not null;
alter table online_order enable row level security, force row level security;
create policy venue_wall on online_order using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What each ordering channel keeps of the orders of a location.
create table channel_commission (
  venue_id int not null,
  location_id int not null,
  channel int not null,                        -- Deliverect's number of the channel
  name text not null default '',
  percent numeric(5, 2) check (percent between 0 and 100), -- null: nobody said so yet
  primary key (venue_id, location_id, channel),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
alter table channel_commission enable row level security, force row level security;
create policy venue_wall on channel_commission using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

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
alter table deliverect_registration enable row level security, force row level security;
create policy venue_wall on deliverect_registration using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Orders of Deliverect: how each stands, what Deliverect is still to be told of it, and whether the till has it. Its sale is an online_order's.
-- What the channel keeps is a cost of the trading day on which the order was placed. Names and addresses of customers are for the till, and for no
-- report.
create table deliverect_order (
  venue_id int not null,
  order_id text not null,
  location_id int not null,
  channel int not null default 0,
  name text not null default '',
  placed_at timestamptz not null,
  is_known boolean not null,                   -- false: it was cancelled before it arrived
  is_cancelled boolean not null default false,
  total bigint not null default 0,             -- what the location gets before the commission, in minor units
  commission_base bigint not null default 0,
  commission_percent numeric(5, 2),
  sale jsonb,                                  -- while it may still be taken back and come again
  reasons jsonb not null default '[]',
  is_test boolean not null default false,
  unknown text[] not null default '{}',        -- PLUs that no product had when it came
  to_tell jsonb not null default '[]',         -- statuses that Deliverect is still to be told, in their order
  told int,                                    -- the last one it was told
  tell_refused int,                            -- one that it did not take
  till text check (till in ('waiting', 'taken', 'refused', 'recalled', 'over')),
  till_since timestamptz,
  till_reason text,
  till_sale text,                              -- the till's own sale of it, which counts instead of ours: terminal and receipt
  till_terminal text,
  content jsonb,                               -- what the till is handed, its persons among it, until it answered
  business_date date not null,                 -- on which it was placed
  -- In minor units; null where nobody said what the channel takes, and where the order does not count.
  commission bigint generated always as (
    case when is_known and not is_cancelled and not is_test and reasons = '[]' then round(commission_base * commission_percent / 100)::bigint end) stored,
  primary key (venue_id, order_id),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
create index deliverect_order_to_tell on deliverect_order (venue_id, location_id, placed_at) where to_tell <> '[]';
create index deliverect_order_at_till on deliverect_order (venue_id, location_id, till_since) where till in ('waiting', 'recalled');
create index deliverect_order_placed on deliverect_order (venue_id, location_id, placed_at);
create index deliverect_order_day on deliverect_order (venue_id, location_id, business_date)
  where is_known and not is_cancelled and not is_test and reasons = '[]';
alter table deliverect_order enable row level security, force row level security;
create policy venue_wall on deliverect_order using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on deliverect_order from daybook_report;
grant select (venue_id, order_id, location_id, channel, name, placed_at, is_known, is_cancelled, total, commission_base, commission_percent, sale,
  reasons, is_test, unknown, to_tell, told, tell_refused, till, till_since, till_reason, till_sale, till_terminal, business_date, commission) on
  deliverect_order to daybook_report;

-- What tax Deliverect has of the products of a location, by PLU and by how an order is handed over; thousandths of a percent.
create table deliverect_tax_rate (
  venue_id int not null,
  location_id int not null,
  plu text not null,
  delivery int not null check (delivery between 0 and 50000),
  takeaway int not null check (takeaway between 0 and 50000),
  eat_in int not null check (eat_in between 0 and 50000),
  primary key (venue_id, location_id, plu),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
alter table deliverect_tax_rate enable row level security, force row level security;
create policy venue_wall on deliverect_tax_rate using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- How a location appears on its marketplace. A location without a row has the defaults, which are not enabled.
create table location_marketplace (
  venue_id int not null,
  location_id int not null,
  enabled boolean not null default false,
  display_name text not null default '',
  description text not null default '',
  pickup_enabled boolean not null default true,
  delivery_enabled boolean not null default false,
  preparation_minutes int not null default 15,
  minimum_order bigint not null default 0,     -- minor units of the location's currency
  markup int not null default 0,               -- hundredths of a percent over the list price
  commission int not null default 0,           -- hundredths of a percent that the marketplace keeps
  opening_hours jsonb not null default '[]',   -- [{ Weekday, Opens, Closes }] on the location's clock
  paused_until timestamptz,
  version int not null default 0,              -- how often the settings were changed
  menu_version int not null default 0,         -- how often the published menu was changed
  primary key (venue_id, location_id),
  foreign key (venue_id, location_id) references location
);
alter table location_marketplace enable row level security, force row level security;
create policy venue_wall on location_marketplace using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The venue of each location whose storefront anybody may read: a public call names the location alone, before any venue is known.
create table storefront (
  location_id int primary key,
  venue_id int not null
);

-- The groups of the menu that a location publishes.
create table marketplace_group (
  venue_id int not null,
  location_id int not null,
  group_no smallint not null,                  -- its place on the menu, from 1
  name text not null,
  description text not null,
  primary key (venue_id, location_id, group_no),
  foreign key (venue_id, location_id) references location_marketplace
);
alter table marketplace_group enable row level security, force row level security;
create policy venue_wall on marketplace_group using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The products of the menu that a location publishes. A product that is not here is published nowhere.
create table marketplace_item (
  venue_id int not null,
  location_id int not null,
  product_id int not null,
  item_id text not null,                       -- what the storefront calls it; stays as long as it is published
  group_no smallint not null,
  place int not null,                          -- its place in the group, from 1
  name text,                                   -- null: as the product is called
  description text not null,
  primary key (venue_id, location_id, product_id),
  foreign key (venue_id, location_id) references location_marketplace,
  foreign key (venue_id, product_id) references product
);
alter table marketplace_item enable row level security, force row level security;
create policy venue_wall on marketplace_item using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
