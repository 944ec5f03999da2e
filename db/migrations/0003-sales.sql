-- Sales: immutable facts and one rollup. A void or a correction is a further fact; nothing here is updated or deleted
-- except the rollup and the change counters. Money is integer minor units; quantities are ten-thousandths.

create sequence dimension_key_seq as int;

-- Names behind the small integer keys of facts and rollup: media, clerks, promotions, discounts, surcharges, terminals, …
-- A code met for the first time at intake becomes a stub (mapped = false) that the manager can name later.
create table dimension_key (
  venue_id int not null references venue,
  dim smallint not null,
  code text not null,
  key int not null default nextval('dimension_key_seq'),
  name text not null,
  detail jsonb not null default '{}',
  mapped boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (venue_id, dim, code),
  unique (venue_id, key)
);

-- The place of a line in the menu at the moment of sale: group > department > product group, and category beside them.
-- Frozen: moving or renaming makes a new class and leaves history alone. '' means unassigned.
create table product_class (
  venue_id int not null references venue,
  class_id int not null default nextval('dimension_key_seq'),
  sales_group text not null,
  department text not null,
  product_group text not null,
  category text not null,
  primary key (venue_id, class_id),
  unique (venue_id, sales_group, department, product_group, category)
);

create table product (
  venue_id int not null references venue,
  product_id int not null default nextval('dimension_key_seq'),
  plu text not null,
  name text not null,
  class_id int not null,
  list_price bigint,
  cost bigint,
  barcode text,
  mapped boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (venue_id, product_id),
  unique (venue_id, plu)
);

-- One answer per till batch: a repeated batch is answered from here.
create table sale_batch (
  venue_id int not null,
  location_id int not null,
  batch_id text not null,
  content_hash bytea not null,
  answer jsonb not null,
  received_at timestamptz not null default now(),
  primary key (venue_id, location_id, batch_id)
);

create table sale (
  venue_id int not null,
  sale_id bigint not null,
  location_id int not null,
  terminal_key int not null,
  receipt text not null,                        -- the till's SaleId
  revision int not null,
  kind smallint not null,                       -- 1 sale, 2 refund, 3 void (the till's record), 4 no-sale, 5 counter-entry of a voided or replaced sale, 6 training
  counter_of bigint,                            -- the sale this entry takes back
  original_receipt text,                        -- what a refund or void names
  business_date date not null,
  sent_business_date date,                      -- kept when the till's own differs
  opened_at timestamptz,
  closed_at timestamptz not null,
  local_hour smallint not null,                 -- wall-clock hour at the location, + 100 in the repeated hour of a clock change
  local_minute smallint not null,               -- minutes since the trading day's start on the wall clock, for "the same elapsed part"
  clerk_key int,
  order_type smallint not null,                 -- 1 dine-in, 2 takeaway, 3 delivery, 4 bar, 5 online, 0 not told
  table_name text,
  covers int not null default 0,
  card_number text,
  points_accrued int not null default 0,
  points_redeemed int not null default 0,
  n smallint not null,                          -- +1 a completed sale, −1 its counter-entry, 0 refunds and the rest
  customers int not null,
  qty bigint not null,
  gross bigint not null,
  promotion bigint not null,
  discount bigint not null,
  refund bigint not null,
  surcharge bigint not null,
  amount bigint not null,                       -- gross − promotion − discount − refund + surcharge, tax included
  cost bigint not null,
  tax bigint not null,
  non_sales bigint not null,
  tips bigint not null,
  rounding bigint not null,
  total bigint not null,                        -- takings: amount + non_sales + tips + rounding
  batch_id text,
  content_hash bytea not null,
  source text not null default '',
  received_at timestamptz not null default now(),
  primary key (venue_id, sale_id),
  unique (venue_id, receipt, terminal_key, location_id, revision, kind)
);
create index sale_by_day on sale (venue_id, location_id, business_date, closed_at);
create index sale_by_original on sale (venue_id, location_id, terminal_key, original_receipt) where original_receipt is not null;

-- Lines, payments and adjustments carry no foreign key to their sale: one function writes all of them in one statement order,
-- nobody may update or delete them, and the check cost a sixth of all intake. Reconcile looks for orphans instead.
create table sale_line (
  venue_id int not null,
  sale_id bigint not null,
  line_no smallint not null,
  location_id int not null,
  business_date date not null,
  kind smallint not null,                       -- 1 sale, 2 non-sale, 3 instruction
  product_id int not null,
  class_id int not null,
  name text not null,
  qty bigint not null,
  unit_price bigint not null,
  gross bigint not null,
  promotion bigint not null,
  discount bigint not null,
  refund bigint not null,
  surcharge bigint not null,
  amount bigint not null,
  tax bigint not null,
  cost bigint not null,
  wastage boolean not null default false,
  voided boolean not null default false,
  parent_line_no smallint,
  primary key (venue_id, sale_id, line_no)
);
create index sale_line_by_product on sale_line (venue_id, product_id, business_date, location_id);

create table sale_payment (
  venue_id int not null,
  sale_id bigint not null,
  payment_no smallint not null,
  location_id int not null,
  business_date date not null,
  media_key int not null,
  tendered bigint not null,
  change bigint not null,
  cash_out bigint not null,
  tip bigint not null,
  surcharge bigint not null,
  net bigint not null,                          -- tendered − change − cash_out
  reference text,
  card_type text,
  last4 text,
  primary key (venue_id, sale_id, payment_no)
);

-- Promotions, discounts, surcharges and tips of a sale, each with its reason.
create table sale_adjustment (
  venue_id int not null,
  sale_id bigint not null,
  adjustment_no smallint not null,
  location_id int not null,
  business_date date not null,
  kind smallint not null,                       -- 1 promotion, 2 discount, 3 surcharge, 4 tip
  key int not null,
  line_no smallint,
  amount bigint not null,
  primary key (venue_id, sale_id, adjustment_no)
);

-- Sums by grain (1 day, 2 month, 3 year) and dimension; see rollup.rules.ts for the numbers. Kept in the transaction of each sale.
create table rollup (
  venue_id int not null, grain smallint not null, dim smallint not null, location_id int not null, period date not null, key int not null,
  n int not null default 0,
  customers int not null default 0,
  qty bigint not null default 0,
  gross bigint not null default 0,
  promotion bigint not null default 0,
  discount bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  amount bigint not null default 0,
  cost bigint not null default 0,
  tax bigint not null default 0,
  primary key (venue_id, grain, dim, location_id, period, key)
) with (fillfactor = 80);

-- changes is the report's cache version and the dirty flag of reconcile.
create table trading_day_state (
  venue_id int not null,
  location_id int not null,
  day date not null,
  changes bigint not null default 0,
  reconciled_at_change bigint not null default 0,
  last_sale_at timestamptz,
  last_received_at timestamptz,
  primary key (venue_id, location_id, day)
);

-- A file brought in, its mapping saved by name, and the rows that need correcting.
create table import_mapping (
  venue_id int not null references venue,
  name text not null,
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (venue_id, name)
);

create table import_run (
  venue_id int not null references venue,
  run_id bigint not null,
  file_name text not null,
  mapping_name text not null,
  status text not null,                         -- running, done, failed, refused
  rows_read int not null default 0,
  accepted int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  errors jsonb not null default '[]',
  started_by int,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (venue_id, run_id)
);

do $$
declare t text;
begin
  foreach t in array array['dimension_key', 'product_class', 'product', 'sale_batch', 'sale', 'sale_line', 'sale_payment', 'sale_adjustment', 'rollup', 'trading_day_state', 'import_mapping', 'import_run'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;

revoke update, delete on sale, sale_line, sale_payment, sale_adjustment from daybook_app;
