-- The cellar: what products are made of and bought as, what moved and was counted, what is on order, and rates of excise.
-- Quantities are ten-thousandths of a stock unit (a keg, a bottle, a kilogram), volumes microlitres, strengths hundredths of a percent by volume,
-- money minor units of the location's currency, unit costs ten-thousandths of a minor unit.

-- How a supplier of the venue delivers, and what it charges less for.
alter table venue_supplier
  add order_email text not null default '',
  add lead_days smallint,                        -- days from order to delivery, unless a product says otherwise
  add order_by time,                             -- orders after it go out the next day; on the location's clock
  add order_minimum bigint;                      -- in the venue's currency, without tax

-- What a product is bought as. Not by date: an order goes by what holds when it is made.
alter table product_supplier
  add supplier_code text not null default '',
  add pack_size bigint check (pack_size > 0),    -- stock units in a pack
  add order_minimum int check (order_minimum > 0), -- packs
  add lead_days smallint check (lead_days >= 0),
  add pack_cost bigint check (pack_cost >= 0);   -- what a pack is listed at, without tax
grant update on product_supplier to daybook_app;
grant update on venue_supplier to daybook_app;

-- What a product is, and what one sale of it takes from stock, from a day on. The first row of a product holds of all days before it too.
create table product_spec (
  venue_id int not null,
  product_id int not null,
  from_day date not null,
  unit text not null default '',                 -- what stock of it is counted in; '' is each
  stocked boolean not null default true,         -- whether it is kept in stock itself
  volume bigint check (volume > 0),              -- in one unit; null where it is not known or is no drink
  abv int check (abv between 0 and 10000),
  beverage text not null default '',             -- BEVERAGES of spec.rules.ts; '' is not told
  container text not null default '',            -- CONTAINERS of spec.rules.ts; '' is not told
  draught boolean not null default false,
  tariff_item text not null default '',          -- '' goes by beverage, strength and container
  parts jsonb not null default '[]',             -- [{ product, volume or qty, loss }]: empty is one unit of itself where it is stocked, else nothing
  set_at timestamptz not null default now(),
  set_by int,
  primary key (venue_id, product_id, from_day),
  foreign key (venue_id, product_id) references product
);

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

-- Invoice lines come from suppliers' keys, from tills, from files and from people.
alter table purchase_line
  add pack_size bigint check (pack_size > 0),    -- stock units in a pack as it was delivered; null where nobody said
  add source text not null default 'supplier',   -- supplier, till, file or screen
  add noted_by int;                              -- the person who entered it
create index purchase_line_received on purchase_line (venue_id, received_on, location_id);

-- kind: MOVEMENT of movements.rules.ts.
alter table stock_movement
  add at timestamptz,                            -- null: at the opening of its trading day
  add reason text not null default '',
  add source text not null default 'supplier',
  add told_id text,                              -- the sender's own number of it, which names it for ever at its location
  add other_location_id int,                     -- where a transfer came from or went to
  add noted_by int;
create unique index stock_movement_told on stock_movement (venue_id, location_id, told_id, kind);
create index stock_movement_by_day on stock_movement (venue_id, location_id, day);

-- A count of some products at a location: once committed it is where stock on hand begins. A further count corrects it.
create table stock_count (
  venue_id int not null,
  count_id bigint not null,
  location_id int not null,
  section text not null default '',
  counted_at timestamptz not null,
  day date not null,                             -- the trading day it was counted on
  source text not null,                          -- till, file, screen, or first: nothing was there before the first delivery
  told_id text,
  note text not null default '',
  committed_by int,
  committed_at timestamptz not null default now(),
  primary key (venue_id, count_id),
  unique (venue_id, location_id, told_id),
  foreign key (venue_id, location_id) references location
);
create table stock_count_line (
  venue_id int not null,
  count_id bigint not null,
  product_id int not null,
  qty bigint not null check (qty >= 0),
  expected bigint,                               -- what should have been there when it was committed; null where there was no count before
  average_cost bigint,                           -- of a unit then; null where no cost was known
  primary key (venue_id, count_id, product_id),
  foreign key (venue_id, count_id) references stock_count,
  foreign key (venue_id, product_id) references product
);
create index stock_count_line_by_product on stock_count_line (venue_id, product_id);

-- The latest count and the latest delivery of each product at a location: what stock on hand begins with is looked up here and not among all counts of years.
-- Kept by whoever stores a count or a delivery; the same can be asked of the facts.
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
  last_cost bigint,                              -- of a unit, freight included
  primary key (venue_id, location_id, product_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);

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
create table stock_order_line (
  venue_id int not null,
  order_id bigint not null,
  product_id int not null,
  packs int not null check (packs > 0),
  pack_size bigint not null check (pack_size > 0),
  pack_cost bigint,
  primary key (venue_id, order_id, product_id),
  foreign key (venue_id, order_id) references stock_order,
  foreign key (venue_id, product_id) references product
);

-- What a litre of alcohol, a litre or a piece carries in duty from one day to another, who entered it and from where. No two of one item hold on the same day.
create table excise_rate (
  venue_id int not null references venue,
  rate_id bigint not null,
  jurisdiction text not null,                    -- AU, NZ …
  tariff_item text not null,
  name text not null default '',
  basis text not null check (basis in ('lal', 'litre', 'stick', 'kg', 'percent')),
  beverages text[] not null default '{}',        -- those it is for; empty: only products that name the item
  free_abv int not null default 0,               -- strength that carries no duty: beer's 1.15 %
  above_abv int,                                 -- over this strength
  up_to_abv int,
  container_from bigint,                         -- microlitres, from this size on
  container_up_to bigint,
  draught boolean,                               -- null: both
  rate bigint not null check (rate >= 0),        -- hundred-thousandths of a major unit, or of a percent
  from_day date not null,
  to_day date,
  source text not null,
  source_url text not null default '',
  published boolean not null default false,      -- one of the points that come with the product, which nobody at the venue has checked
  entered_by int,
  entered_at timestamptz not null default now(),
  primary key (venue_id, rate_id),
  check (to_day is null or to_day >= from_day)
);
create index excise_rate_by_item on excise_rate (venue_id, jurisdiction, tariff_item, from_day);

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

do $$
declare t text;
begin
  foreach t in array array['product_spec', 'stock_level', 'stock_count', 'stock_count_line', 'stock_latest', 'stock_order', 'stock_order_line', 'excise_rate', 'licensed_buyer'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
grant select, insert, update, delete on product_spec, stock_level, stock_latest, licensed_buyer, excise_rate to daybook_app;
grant select, insert on stock_count, stock_count_line, stock_order_line to daybook_app;
grant select, insert, update on stock_order to daybook_app;
