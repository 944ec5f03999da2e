-- The cellar: suppliers, what products are made of and bought as, what moved and was counted, what is on order, and rates of excise.
-- Quantities are ten-thousandths of a stock unit (a keg, a bottle, a kilogram), volumes microlitres, strengths hundredths of a percent by volume,
-- money minor units of the location's currency, unit costs ten-thousandths of a minor unit.

-- A supplier is a company of the house, since one key may be granted by several venues; a venue keeps its own list of those it buys from.
create table supplier (
  supplier_id int generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  created_at timestamptz not null default now()
);

-- Counted apart from people and far above them, so that a UserId names one or the other and never both.
create sequence supplier_user_id_seq as integer start with 1000000001;

-- The users who hold the API keys of suppliers.
create table supplier_user (
  user_id int primary key default nextval('supplier_user_id_seq'),
  supplier_id int not null references supplier,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default now()
);
create index supplier_user_by_supplier on supplier_user (supplier_id);

-- The API keys of a supplier.
create table supplier_key (
  key_id int generated always as identity primary key,
  key_hash bytea not null unique,              -- SHA-256; the key itself is nowhere
  prefix text not null,
  last4 text not null,
  user_id int not null references supplier_user,
  created_at timestamptz not null default now(),
  created_by int,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index supplier_key_by_user on supplier_key (user_id, key_id desc);
revoke select on supplier_key from daybook_report;
grant select (key_id, prefix, last4, user_id, created_at, created_by, last_used_at, expires_at, revoked_at) on supplier_key to daybook_report;

-- The venues that let a user read what their supplier's products came to.
create table supplier_grant (
  user_id int not null references supplier_user,
  venue_id int not null,
  granted_at timestamptz not null default now(),
  granted_by int,
  primary key (user_id, venue_id)
);
create index supplier_grant_by_venue on supplier_grant (venue_id, user_id);

-- How often a key was used on a day.
create table supplier_key_day (
  key_id int not null references supplier_key,
  day date not null,
  calls int not null,
  primary key (key_id, day)
);

-- The suppliers a venue buys from, how each delivers, and what it charges less for.
create table venue_supplier (
  venue_id int not null references venue,
  supplier_id int not null,                    -- of a table of the house: no foreign key from tables of venues
  name text not null,
  created_at timestamptz not null default now(),
  order_email text not null default '',
  lead_days smallint,                          -- days from order to delivery, unless a product says otherwise
  order_by time,                               -- orders after it go out the next day; on the location's clock
  order_minimum bigint,                        -- in the venue's currency, without tax
  primary key (venue_id, supplier_id)
);
alter table venue_supplier enable row level security, force row level security;
create policy venue_wall on venue_supplier using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- One supplier for a product, as the venue says: a key opens no product that the venue did not put here. What a product is bought as goes with
-- it, not by date: an order goes by what holds when it is made.
create table product_supplier (
  venue_id int not null,
  product_id int not null,
  supplier_id int not null,
  supplier_code text not null default '',
  pack_size bigint check (pack_size > 0),      -- stock units in a pack
  order_minimum int check (order_minimum > 0), -- packs
  lead_days smallint check (lead_days >= 0),
  pack_cost bigint check (pack_cost >= 0),     -- what a pack is listed at, without tax
  primary key (venue_id, product_id),
  foreign key (venue_id, product_id) references product,
  foreign key (venue_id, supplier_id) references venue_supplier
);
create index product_supplier_by_supplier on product_supplier (venue_id, supplier_id);
alter table product_supplier enable row level security, force row level security;
create policy venue_wall on product_supplier using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What a product is, and what one sale of it takes from stock, from a day on. The first row of a product holds of all days before it too.
-- Tobacco carries its duty by sticks or by weight.
create table product_spec (
  venue_id int not null,
  product_id int not null,
  from_day date not null,
  unit text not null default '',               -- what stock of it is counted in; '' is each
  stocked boolean not null default true,       -- whether it is kept in stock itself
  volume bigint check (volume > 0),            -- in one unit; null where it is not known or is no drink
  abv int check (abv between 0 and 10000),
  beverage text not null default '',           -- BEVERAGES of spec.rules.ts; '' is not recorded
  container text not null default '',          -- CONTAINERS of spec.rules.ts; '' is not recorded
  draught boolean not null default false,
  tariff_item text not null default '',        -- '' goes by beverage, strength and container
  parts jsonb not null default '[]',           -- [{ product, volume or qty, loss }]: empty is one unit of itself where it is stocked, else nothing
  set_at timestamptz not null default now(),
  set_by int,
  sticks int check (sticks > 0),               -- null: none, or by weight
  tobacco bigint check (tobacco > 0),          -- milligrams; null: none, or by sticks
  primary key (venue_id, product_id, from_day),
  foreign key (venue_id, product_id) references product,
  check (sticks is null or tobacco is null)
);
alter table product_spec enable row level security, force row level security;
create policy venue_wall on product_spec using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Lines of suppliers' invoices as they were received, from suppliers' keys, tills, files and people. A credit has a quantity or an amount below
-- zero. Never changed.
create table purchase_line (
  venue_id int not null,
  purchase_id bigint not null,
  supplier_id int not null,
  invoice text not null,
  line text not null,
  location_id int not null,
  product_id int not null,
  received_on date not null,
  qty bigint not null,                         -- ten-thousandths of a unit
  cost bigint not null,                        -- minor units, without tax and freight
  freight bigint not null,
  tax bigint not null,
  posted_by int,                               -- the supplier's user
  posted_at timestamptz not null default now(),
  pack_size bigint check (pack_size > 0),      -- stock units in a pack as it was delivered; null where nobody said
  source text not null default 'supplier',     -- supplier, till, file or screen
  noted_by int,                                -- the person who entered it
  primary key (venue_id, purchase_id),
  unique (venue_id, supplier_id, invoice, line),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
create index purchase_line_by_day on purchase_line (venue_id, supplier_id, received_on);
create index purchase_line_received on purchase_line (venue_id, received_on, location_id);
-- The last deliveries of a product, for what it cost last and how that changed; and the lines of an invoice.
create index purchase_line_of_product on purchase_line (venue_id, product_id, supplier_id, received_on desc);
alter table purchase_line enable row level security, force row level security;
create policy venue_wall on purchase_line using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on purchase_line from daybook_app;

-- What was bought by year and quarter: over three years, PLU Purchases would read every line of every invoice. Kept by whoever stores invoice
-- lines; the same can be added up from them.
create table purchase_sum (
  venue_id int not null,
  grain text not null check (grain in ('quarter', 'year')),
  period date not null,                        -- its first day
  location_id int not null,
  product_id int not null,
  supplier_id int not null,
  lines int not null,
  qty bigint not null,
  cost bigint not null,
  freight bigint not null,
  tax bigint not null,
  last_received date not null,
  -- All of it stands in the index: sums of years are read by the ten thousand.
  primary key (venue_id, grain, period, location_id, product_id, supplier_id) include (lines, qty, cost, freight, tax, last_received),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
alter table purchase_sum enable row level security, force row level security;
create policy venue_wall on purchase_sum using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What moved in or out beside sales, which deplete by their own lines. kind: MOVEMENT of movements.rules.ts. Never changed.
create table stock_movement (
  venue_id int not null,
  movement_id bigint not null,
  location_id int not null,
  product_id int not null,
  day date not null,
  kind smallint not null,
  qty bigint not null,                         -- ten-thousandths of a unit, below zero where it leaves
  cost bigint not null,                        -- minor units, freight included
  purchase_id bigint,
  created_at timestamptz not null default now(),
  at timestamptz,                              -- null: at the opening of its trading day
  reason text not null default '',
  source text not null default 'supplier',     -- supplier, till, file or screen
  told_id text,                                -- the sender's own number of it, which names it for ever at its location
  other_location_id int,                       -- where a transfer came from or went to
  noted_by int,
  primary key (venue_id, movement_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
create index stock_movement_by_product on stock_movement (venue_id, product_id, location_id, day);
create unique index stock_movement_told on stock_movement (venue_id, location_id, told_id, kind);
create index stock_movement_by_day on stock_movement (venue_id, location_id, day);
alter table stock_movement enable row level security, force row level security;
create policy venue_wall on stock_movement using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on stock_movement from daybook_app;

-- A count of some products at a location: once committed it is where stock on hand begins, and it stays. A further count corrects it.
create table stock_count (
  venue_id int not null,
  count_id bigint not null,
  location_id int not null,
  section text not null default '',
  counted_at timestamptz not null,
  day date not null,                           -- the trading day it was counted on
  source text not null,                        -- till, file, screen, or first: nothing was there before the first delivery
  told_id text,
  note text not null default '',
  committed_by int,
  committed_at timestamptz not null default now(),
  primary key (venue_id, count_id),
  unique (venue_id, location_id, told_id),
  foreign key (venue_id, location_id) references location
);
alter table stock_count enable row level security, force row level security;
create policy venue_wall on stock_count using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on stock_count from daybook_app;

-- What was counted. Lines of a first count alone may go (source first: nobody counted, it follows from the earliest delivery known), once an
-- earlier fact arrives.
create table stock_count_line (
  venue_id int not null,
  count_id bigint not null,
  product_id int not null,
  qty bigint not null check (qty >= 0),
  expected bigint,                             -- what should have been there when it was committed; null where there was no count before
  average_cost bigint,                         -- of a unit then; null where no cost was known
  primary key (venue_id, count_id, product_id),
  foreign key (venue_id, count_id) references stock_count,
  foreign key (venue_id, product_id) references product
);
create index stock_count_line_by_product on stock_count_line (venue_id, product_id);
alter table stock_count_line enable row level security, force row level security;
create policy venue_wall on stock_count_line using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update on stock_count_line from daybook_app;

-- The latest count and the latest delivery of each product at a location, and what moved since: stock on hand begins here, not among all counts
-- and movements of years. Kept by whoever stores a count, a movement or a delivery; the same can be asked of the facts.
create table stock_latest (
  venue_id int not null,
  location_id int not null,
  product_id int not null,
  count_id bigint,
  counted_at timestamptz,
  counted_day date,
  counted_qty bigint,
  average_cost bigint,
  last_received date,
  last_cost bigint,                            -- of a unit, freight included
  moved bigint not null default 0,             -- after the count; 0 where it was never counted
  -- Delivered and transferred in, and entered after the count was committed: what the average cost is made of beside the count.
  came_qty bigint not null default 0,
  came_cost bigint not null default 0,         -- minor units, freight included
  primary key (venue_id, location_id, product_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
alter table stock_latest enable row level security, force row level security;
create policy venue_wall on stock_latest using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Between which quantities a location keeps a product.
create table stock_level (
  venue_id int not null,
  location_id int not null,
  product_id int not null,
  least bigint check (least >= 0),
  most bigint check (most >= 0),
  primary key (venue_id, location_id, product_id),
  check (least is null or most is null or least <= most),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
alter table stock_level enable row level security, force row level security;
create policy venue_wall on stock_level using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What was ordered of a supplier for a location. It counts as on order until it arrived or somebody says that no more is coming.
create table stock_order (
  venue_id int not null,
  order_id bigint not null,
  number int not null,
  location_id int not null,
  supplier_id int not null,
  made_on date not null,
  due_on date,
  note text not null default '',
  made_by int,
  made_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by int,
  primary key (venue_id, order_id),
  unique (venue_id, number),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, supplier_id) references venue_supplier
);
create index stock_order_open on stock_order (venue_id, location_id) where closed_at is null;
alter table stock_order enable row level security, force row level security;
create policy venue_wall on stock_order using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The lines of an order. What arrived is counted to the oldest open order first, of deliveries by its supplier on its day or later.
create table stock_order_line (
  venue_id int not null,
  order_id bigint not null,
  product_id int not null,
  packs int not null check (packs > 0),
  pack_size bigint not null check (pack_size > 0),
  pack_cost bigint,
  arrived bigint not null default 0,           -- ten-thousandths of a unit
  primary key (venue_id, order_id, product_id),
  foreign key (venue_id, order_id) references stock_order,
  foreign key (venue_id, product_id) references product
);
alter table stock_order_line enable row level security, force row level security;
create policy venue_wall on stock_order_line using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- An order list that was edited and is not made yet: one for each location and supplier, which colleagues see and go on with. It counts as on
-- order only once it is made.
create table saved_order (
  venue_id int not null,
  saved_id bigint not null,
  location_id int not null,
  supplier_id int not null,
  version int not null default 1,              -- counts up with every saving; whoever goes on from an earlier one is refused
  note text not null default '',
  saved_by int,
  saved_at timestamptz not null,
  primary key (venue_id, saved_id),
  unique (venue_id, location_id, supplier_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, supplier_id) references venue_supplier
);
alter table saved_order enable row level security, force row level security;
create policy venue_wall on saved_order using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The lines of a saved order.
create table saved_order_line (
  venue_id int not null,
  saved_id bigint not null,
  product_id int not null,
  packs int not null check (packs >= 0),       -- 0: suggested, and taken off by hand
  primary key (venue_id, saved_id, product_id),
  foreign key (venue_id, saved_id) references saved_order,
  foreign key (venue_id, product_id) references product
);
alter table saved_order_line enable row level security, force row level security;
create policy venue_wall on saved_order_line using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What a litre of alcohol, a litre or a piece carries in duty from one day to another, who entered it and from where. No two of one item hold on the same day.
create table excise_rate (
  venue_id int not null references venue,
  rate_id bigint not null,
  jurisdiction text not null,                  -- AU, NZ …
  tariff_item text not null,
  name text not null default '',
  basis text not null check (basis in ('lal', 'litre', 'stick', 'kg', 'percent')),
  beverages text[] not null default '{}',      -- those it is for; empty: only products that name the item
  free_abv int not null default 0,             -- strength that carries no duty: beer's 1.15 %
  above_abv int,                               -- over this strength
  up_to_abv int,
  container_from bigint,                       -- microlitres, from this size on
  container_up_to bigint,
  draught boolean,                             -- null: both
  rate bigint not null check (rate >= 0),      -- hundred-thousandths of a major unit, or of a percent
  from_day date not null,
  to_day date,
  source text not null,
  source_url text not null default '',
  published boolean not null default false,    -- one of the points that come with the product, which nobody at the venue has checked
  entered_by int,
  entered_at timestamptz not null default now(),
  primary key (venue_id, rate_id),
  check (to_day is null or to_day >= from_day)
);
create index excise_rate_by_item on excise_rate (venue_id, jurisdiction, tariff_item, from_day);
alter table excise_rate enable row level security, force row level security;
create policy venue_wall on excise_rate using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Who buys to sell again: sales on their card are wholesale, which a liquor return lists.
create table licensed_buyer (
  venue_id int not null references venue,
  buyer_id bigint not null,
  name text not null,
  licence text not null,
  postcode text not null default '',
  state text not null,
  card_number text not null,
  primary key (venue_id, buyer_id),
  unique (venue_id, card_number)
);
alter table licensed_buyer enable row level security, force row level security;
create policy venue_wall on licensed_buyer using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
