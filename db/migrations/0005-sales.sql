-- Sales: immutable facts. A void or a correction is a further fact; sales, lines, payments and adjustments are never updated or deleted.
-- Money is integer minor units; quantities are ten-thousandths. And tables booked, as booking systems send them.

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
alter table dimension_key enable row level security, force row level security;
create policy venue_wall on dimension_key using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The place of a line in the menu at the moment of sale: group > department > product group, and category beside them.
-- Frozen: moving or renaming makes a new class and leaves history alone. '' means unassigned.
create table product_class (
  venue_id int not null references venue,
  class_id int not null default nextval('dimension_key_seq'),
  sales_group text not null,
  department text not null,
  product_group text not null,
  category text not null,
  -- Food (1) or drink (2), by the name of the group, or of the department where the group says nothing.
  served_as smallint generated always as (
    case when lower(trim(sales_group)) in ('food', 'kitchen', 'フード', '料理') then 1
      when lower(trim(sales_group)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2
      when lower(trim(department)) in ('food', 'kitchen', 'フード', '料理') then 1
      when lower(trim(department)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2 end) stored,
  primary key (venue_id, class_id),
  unique (venue_id, sales_group, department, product_group, category)
);
alter table product_class enable row level security, force row level security;
create policy venue_wall on product_class using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on product_class from daybook_app;

-- What is sold. A PLU met for the first time at intake becomes a stub (mapped = false).
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
alter table product enable row level security, force row level security;
create policy venue_wall on product using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

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
alter table sale_batch enable row level security, force row level security;
create policy venue_wall on sale_batch using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What a till sent of one sale, refund, void or no-sale, and the counter-entries made here. Sales, refunds and counter-entries count (kinds 1, 2, 5);
-- the till's own void records, no-sales and training do not.
create table sale (
  venue_id int not null,
  sale_id bigint not null,
  location_id int not null,
  terminal_key int not null,
  receipt text not null,                       -- the till's SaleId
  revision int not null,
  kind smallint not null,                      -- 1 sale, 2 refund, 3 void (the till's record), 4 no-sale, 5 counter-entry of a voided or replaced sale, 6 training
  counter_of bigint,                           -- the sale this entry takes back
  original_receipt text,                       -- what a refund or void names
  business_date date not null,
  sent_business_date date,                     -- kept when the till's own differs
  opened_at timestamptz,
  closed_at timestamptz not null,
  local_hour smallint not null,                -- wall-clock hour at the location, + 100 in the repeated hour of a clock change
  local_minute smallint not null,              -- minutes since the trading day's start on the wall clock, for "the same elapsed part"
  clerk_key int,
  order_type smallint not null,                -- 1 dine-in, 2 takeaway, 3 delivery, 4 bar, 5 online, 0 not recorded
  table_name text,
  covers int not null default 0,
  card_number text,
  points_accrued int not null default 0,
  points_redeemed int not null default 0,
  n smallint not null,                         -- +1 a completed sale, −1 its counter-entry, 0 refunds and the rest
  customers int not null,
  qty bigint not null,
  gross bigint not null,
  promotion bigint not null,
  discount bigint not null,
  refund bigint not null,
  surcharge bigint not null,
  amount bigint not null,                      -- gross − promotion − discount − refund + surcharge, tax included
  cost bigint not null,
  tax bigint not null,
  non_sales bigint not null,
  tips bigint not null,
  rounding bigint not null,
  total bigint not null,                       -- takings: amount + non_sales + tips + rounding
  batch_id text,
  content_hash bytea not null,
  source text not null default '',
  received_at timestamptz not null default now(),
  sequence int,                                -- the till's running number, to see gaps
  reservation text,
  points_source smallint not null default 0,   -- 0 none or not recorded, 1 sent by the till, 2 worked out here
  primary key (venue_id, sale_id),
  unique (venue_id, receipt, terminal_key, location_id, revision, kind)
);
create index sale_by_day on sale (venue_id, location_id, business_date, closed_at);
-- Which entries name this receipt, and which versions of it are there.
create index sale_by_original on sale (venue_id, location_id, terminal_key, original_receipt) where kind = 3;
create index sale_by_sequence on sale (venue_id, location_id, terminal_key, sequence) where sequence is not null;
-- A receipt shows the refunds given against it, at whatever till of its location.
create index sale_refund_by_original on sale (venue_id, location_id, original_receipt) where kind = 2;
create index sale_with_points on sale (venue_id, location_id, business_date) include (sale_id, kind, points_accrued) where points_accrued <> 0;
-- Points of sales without a card, which nobody got.
create index sale_points_without_card on sale (venue_id, location_id, business_date) where points_accrued <> 0 and card_number is null;
alter table sale enable row level security, force row level security;
create policy venue_wall on sale using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on sale from daybook_app;

-- The lines of a sale. Lines, payments and adjustments carry no foreign key to their sale: one function writes all of them in one statement order,
-- nobody may update or delete them, and the check cost a sixth of all intake. Reconcile looks for orphans instead.
create table sale_line (
  venue_id int not null,
  sale_id bigint not null,
  line_no smallint not null,
  location_id int not null,
  business_date date not null,
  kind smallint not null,                      -- 1 sale, 2 non-sale, 3 instruction
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
  counts boolean not null,                     -- part of sales: not voided, wasted, non-sale, instruction or training
  n smallint not null,                         -- 1 on the first sold line of a product in a receipt, −1 in its counter-entry, else 0: sums to receipts
  cover_units bigint not null default 0,
  modifiers text,                              -- one per line of text
  wastage_reason_key int,                      -- why it was written off (dimension_key, dimension 9); null: the till gave no reason
  voucher int,                                 -- in whole dollars, of points
  primary key (venue_id, sale_id, line_no)
);
create index sale_line_by_product on sale_line (venue_id, product_id, business_date, location_id);
-- How many of a product were given back is read from the lines of refunds alone, one in a hundred of all.
create index sale_line_refunded on sale_line (venue_id, location_id, business_date) where refund <> 0;
-- Wasted lines are few among all.
create index sale_line_wasted on sale_line (venue_id, location_id, business_date) where wastage;
create index sale_line_vouchers on sale_line (venue_id, location_id, business_date) where voucher is not null;
alter table sale_line enable row level security, force row level security;
create policy venue_wall on sale_line using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on sale_line from daybook_app;

-- What a sale was paid with.
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
  net bigint not null,                         -- tendered − change − cash_out
  reference text,
  card_type text,
  last4 text,
  voucher int,                                 -- in whole dollars, of points
  primary key (venue_id, sale_id, payment_no)
);
create index sale_payment_vouchers on sale_payment (venue_id, location_id, business_date) where voucher is not null;
alter table sale_payment enable row level security, force row level security;
create policy venue_wall on sale_payment using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on sale_payment from daybook_app;

-- Promotions, discounts, surcharges and tips of a sale, each with its reason.
create table sale_adjustment (
  venue_id int not null,
  sale_id bigint not null,
  adjustment_no smallint not null,
  location_id int not null,
  business_date date not null,
  kind smallint not null,                      -- 1 promotion, 2 discount, 3 surcharge, 4 tip
  key int not null,
  line_no smallint,
  amount bigint not null,
  primary key (venue_id, sale_id, adjustment_no)
);
alter table sale_adjustment enable row level security, force row level security;
create policy venue_wall on sale_adjustment using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on sale_adjustment from daybook_app;

-- Tables booked, as the booking system sent them last. No names and no phone numbers: nothing here is looked up by person.
create table reservation (
  venue_id int not null,
  location_id int not null,
  reservation_id text not null,
  revision int not null,
  status smallint not null,                    -- 1 booked, 2 confirmed, 3 seated, 4 completed, 5 no-show, 6 cancelled, 7 walk-in, 8 waitlist
  business_date date not null,                 -- the trading day it is for
  due_at timestamptz not null,
  booked_at timestamptz,
  seated_at timestamptz,
  left_at timestamptz,
  cancelled_at timestamptz,
  covers int not null,
  seated_covers int,
  area text,
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, location_id, reservation_id),
  foreign key (venue_id, location_id) references location
);
create index reservation_by_day on reservation (venue_id, location_id, business_date);
alter table reservation enable row level security, force row level security;
create policy venue_wall on reservation using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The counts of reservations of a day of a location, made anew in the transaction of whatever changes them.
create table reservation_day (
  venue_id int not null,
  location_id int not null,
  day date not null,
  counts text not null,                        -- in the order of RESERVATION_SUMS
  format text not null default '',             -- of the list of counts
  primary key (venue_id, location_id, day)
);
alter table reservation_day enable row level security, force row level security;
create policy venue_wall on reservation_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
