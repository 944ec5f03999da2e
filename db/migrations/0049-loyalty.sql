-- Loyalty cards and the ledger of their points. Points are money owed to members: every movement has two or more entries that add up to
-- zero, and no movement or entry is ever updated or deleted. A mistake is taken back by a further movement that names the first.

create table loyalty_card (
  venue_id int not null references venue,
  card_id bigint not null,
  number text not null,                         -- as it was typed or read
  number_key text collate "C" not null,         -- NFKC, without spaces, case folded, leading zeros kept: cards are the same where this is
  number_reversed text collate "C" not null,    -- number_key from its end, to find a card by its last digits
  name text not null default '',
  name_key text collate "C" not null default '',
  email text,
  email_key text collate "C",
  phone text,
  phone_reversed text collate "C",              -- its digits from the end
  tier text,
  status smallint not null default 1,           -- 1 active, 2 blocked, 3 replaced
  replaced_by bigint,                           -- the card that took its place
  member_id bigint not null,                    -- the card that stands for the member now: itself, or the last of its replacements
  points bigint not null default 0 check (points >= 0),
  owed bigint not null default 0 check (owed >= 0), -- redeemed beyond the balance; what comes in pays this first
  joined date not null,
  last_used date,                               -- trading day of its last sale
  is_stub boolean not null default false,       -- first seen at a till; somebody is to say whose it is
  created_at timestamptz not null default now(),
  primary key (venue_id, card_id),
  unique (venue_id, number_key),
  check (points = 0 or owed = 0),
  check ((status = 3) = (replaced_by is not null))
);
create index loyalty_card_by_end on loyalty_card (venue_id, number_reversed);
create index loyalty_card_by_email on loyalty_card (venue_id, email_key) where email_key is not null;
create index loyalty_card_by_phone on loyalty_card (venue_id, phone_reversed) where phone_reversed is not null;
create index loyalty_card_by_member on loyalty_card (venue_id, member_id);
create index loyalty_card_stubs on loyalty_card (venue_id, card_id) where is_stub;
create index loyalty_card_by_use on loyalty_card (venue_id, last_used);

-- A card's name from each of its letters on, so that any part of it is the beginning of a row. A trigram index is not used
-- beneath row-level security, whose operators may not be asked before the wall.
create table loyalty_name_part (
  venue_id int not null references venue,
  part text collate "C" not null,
  card_id bigint not null,
  primary key (venue_id, part, card_id)
);
create index loyalty_name_part_by_card on loyalty_name_part (venue_id, card_id);

create table loyalty_movement (
  venue_id int not null,
  movement_id bigint not null,                  -- a movement of a sale has the sale's id, so it is posted once
  kind smallint not null,                       -- 1 sale, 2 adjustment, 3 transfer, 4 replacement, 5 expiry, 6 reversal by hand
  card_id bigint not null,                      -- whose it is; of a transfer or replacement, the card it leaves
  other_card_id bigint,                         -- the card it goes to
  points bigint not null,                       -- what it changed the first card by, owed included
  location_id int not null,
  business_date date not null,
  at timestamptz not null,
  sale_id bigint,                               -- the sale, refund or counter-entry it came of
  computed boolean not null default false,      -- the points of the sale were worked out here, not sent by the till
  worth bigint,                                 -- of computed points, what the sale was worth before it was cut to whole points: ten-thousandths × minor units
  reverses bigint,                              -- the movement it takes back, in whole or in part
  actor_user_id int,                            -- null: a till or a job
  on_behalf_of_user_id int,                     -- in whose name, where somebody acted as somebody else
  comments text not null default '',
  primary key (venue_id, movement_id)
);
create index loyalty_movement_by_card on loyalty_movement (venue_id, card_id, movement_id);
create index loyalty_movement_by_other_card on loyalty_movement (venue_id, other_card_id, movement_id) where other_card_id is not null;
create index loyalty_movement_reversals on loyalty_movement (venue_id, reverses) where reverses is not null;
create index loyalty_movement_by_day on loyalty_movement (venue_id, location_id, business_date);

create table loyalty_entry (
  venue_id int not null,
  movement_id bigint not null,
  entry_no smallint not null,
  account smallint not null,                    -- 1 a card's points, 2 a card's owed (below zero), 3 issued, 4 redeemed, 5 adjusted, 6 voucher, 7 expired
  card_id bigint,                               -- accounts 1 and 2
  delta bigint not null check (delta <> 0),
  kind smallint not null,                       -- of its movement
  location_id int not null,
  business_date date not null,
  primary key (venue_id, movement_id, entry_no),
  check ((card_id is not null) = (account <= 2))
);
create index loyalty_entry_by_card on loyalty_entry (venue_id, card_id, movement_id) where card_id is not null;

-- The columns of the points report by trading day, kept in the transaction of each movement; see FIGURE in ledger.rules.ts.
create table loyalty_day (
  venue_id int not null,
  location_id int not null,
  day date not null,
  figure smallint not null,
  points bigint not null,
  primary key (venue_id, location_id, day, figure)
) with (fillfactor = 80);

-- Adjustments above the venue's limit wait for a second person. Once approved it is a movement of the same id.
create table loyalty_adjustment (
  venue_id int not null references venue,
  movement_id bigint not null,
  card_id bigint not null,
  points bigint not null check (points <> 0),
  location_id int not null,
  comments text not null,
  state smallint not null default 1,            -- 1 pending, 2 approved, 3 refused
  asked_by int not null,
  asked_at timestamptz not null,
  decided_by int,
  decided_at timestamptz,
  decision_comments text not null default '',
  primary key (venue_id, movement_id),
  foreign key (venue_id, card_id) references loyalty_card
);
create index loyalty_adjustment_pending on loyalty_adjustment (venue_id, state, movement_id);

do $$
declare t text;
begin
  foreach t in array array['loyalty_card', 'loyalty_name_part', 'loyalty_movement', 'loyalty_entry', 'loyalty_day', 'loyalty_adjustment'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
revoke update, delete on loyalty_movement, loyalty_entry from daybook_app;
revoke delete on loyalty_card, loyalty_day, loyalty_adjustment from daybook_app;

-- Where the points of a sale came from, and what its lines and payments say of vouchers, in whole dollars.
alter table sale add column points_source smallint not null default 0;  -- 0 none or not told, 1 sent by the till, 2 worked out here
alter table sale_line add column voucher int;
alter table sale_payment add column voucher int;
create index sale_line_vouchers on sale_line (venue_id, location_id, business_date) where voucher is not null;
create index sale_payment_vouchers on sale_payment (venue_id, location_id, business_date) where voucher is not null;
create index sale_with_points on sale (venue_id, location_id, business_date) include (sale_id, kind, points_accrued) where points_accrued <> 0;

-- How far the sales stored before this ledger have been posted: up to this id. No row: none yet.
create table loyalty_backlog (
  venue_id int not null references venue,
  posted_through bigint not null default 0,
  is_done boolean not null default false,
  primary key (venue_id)
);
alter table loyalty_backlog enable row level security;
alter table loyalty_backlog force row level security;
create policy venue_wall on loyalty_backlog using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update on loyalty_backlog to daybook_app;
grant select on loyalty_backlog to daybook_report;
