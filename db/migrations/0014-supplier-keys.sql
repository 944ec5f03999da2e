-- Suppliers, the users who hold their API keys, and what a supplier's products came to: who supplies what, what was bought, what moved.
-- A supplier is a company of the house, since one key may be granted by several venues; the venue keeps its own list of those it buys from.

create table supplier (
  supplier_id int generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  created_at timestamptz not null default now()
);

-- Counted apart from people and far above them, so that a UserId names one or the other and never both.
create sequence supplier_user_id_seq as integer start with 1000000001;

create table supplier_user (
  user_id int primary key default nextval('supplier_user_id_seq'),
  supplier_id int not null references supplier,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default now()
);
create index supplier_user_by_supplier on supplier_user (supplier_id);

create table supplier_key (
  key_id int generated always as identity primary key,
  key_hash bytea not null unique,               -- SHA-256; the key itself is nowhere
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

-- The venues that granted a user what their supplier's products came to.
create table supplier_grant (
  user_id int not null references supplier_user,
  venue_id int not null,
  granted_at timestamptz not null default now(),
  granted_by int,
  primary key (user_id, venue_id)
);
create index supplier_grant_by_venue on supplier_grant (venue_id, user_id);

create table supplier_key_day (
  key_id int not null references supplier_key,
  day date not null,
  calls int not null,
  primary key (key_id, day)
);

create table venue_supplier (
  venue_id int not null references venue,
  supplier_id int not null,                     -- house table: no foreign key across the wall
  name text not null,
  created_at timestamptz not null default now(),
  primary key (venue_id, supplier_id)
);

-- One supplier for a product, as the venue says: a key opens no product that the venue did not put here.
create table product_supplier (
  venue_id int not null,
  product_id int not null,
  supplier_id int not null,
  primary key (venue_id, product_id),
  foreign key (venue_id, product_id) references product,
  foreign key (venue_id, supplier_id) references venue_supplier
);
create index product_supplier_by_supplier on product_supplier (venue_id, supplier_id);

-- Lines of suppliers' invoices as they were received; a credit has a quantity or an amount below zero. Never changed.
create table purchase_line (
  venue_id int not null,
  purchase_id bigint not null,
  supplier_id int not null,
  invoice text not null,
  line text not null,
  location_id int not null,
  product_id int not null,
  received_on date not null,
  qty bigint not null,                          -- ten-thousandths of a unit
  cost bigint not null,                         -- minor units, without tax and freight
  freight bigint not null,
  tax bigint not null,
  posted_by int,                                -- the supplier's user
  posted_at timestamptz not null default now(),
  primary key (venue_id, purchase_id),
  unique (venue_id, supplier_id, invoice, line),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
create index purchase_line_by_day on purchase_line (venue_id, supplier_id, received_on);

-- What moved in or out beside sales, which deplete by their own lines. kind: 1 purchase; transfers, wastage and counts come with theirs.
create table stock_movement (
  venue_id int not null,
  movement_id bigint not null,
  location_id int not null,
  product_id int not null,
  day date not null,
  kind smallint not null,
  qty bigint not null,                          -- ten-thousandths of a unit, below zero where it leaves
  cost bigint not null,                         -- minor units, freight included
  purchase_id bigint,
  created_at timestamptz not null default now(),
  primary key (venue_id, movement_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
create index stock_movement_by_product on stock_movement (venue_id, product_id, location_id, day);

revoke update, delete on purchase_line, stock_movement from daybook_app;

do $$
declare t text;
begin
  foreach t in array array['venue_supplier', 'product_supplier', 'purchase_line', 'stock_movement'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
