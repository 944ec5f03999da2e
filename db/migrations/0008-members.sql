-- Members: loyalty cards, the ledger of their points, and the fraud check. Points are money owed to members: every movement has two or more
-- entries that add up to zero.

-- A loyalty card and its balance. A sale with points changes the balance: with room on its page the new row stays there, and none of the card's
-- indexes is written to.
create table loyalty_card (
  venue_id int not null references venue,
  card_id bigint not null,
  number text not null,                        -- as it was typed or read
  number_key text collate "C" not null,        -- NFKC, without spaces, case folded, leading zeros kept: cards are the same where this is
  number_reversed text collate "C" not null,   -- number_key from its end, to find a card by its last digits
  name text not null default '',
  name_key text collate "C" not null default '',
  email text,
  email_key text collate "C",
  phone text,
  phone_reversed text collate "C",             -- its digits from the end
  tier text,
  status smallint not null default 1,          -- 1 active, 2 blocked, 3 replaced
  replaced_by bigint,                          -- the card that took its place
  member_id bigint not null,                   -- the card that stands for the member now: itself, or the last of its replacements
  points bigint not null default 0 check (points >= 0),
  owed bigint not null default 0 check (owed >= 0), -- redeemed beyond the balance; what comes in pays this first
  joined date not null,
  last_used date,                              -- trading day of its last sale
  is_stub boolean not null default false,      -- first seen at a till; somebody is to say whose it is
  created_at timestamptz not null default now(),
  primary key (venue_id, card_id),
  unique (venue_id, number_key),
  check (points = 0 or owed = 0),
  check ((status = 3) = (replaced_by is not null))
) with (fillfactor = 75);
create index loyalty_card_by_end on loyalty_card (venue_id, number_reversed);
create index loyalty_card_by_email on loyalty_card (venue_id, email_key) where email_key is not null;
create index loyalty_card_by_phone on loyalty_card (venue_id, phone_reversed) where phone_reversed is not null;
create index loyalty_card_by_member on loyalty_card (venue_id, member_id);
create index loyalty_card_stubs on loyalty_card (venue_id, card_id) where is_stub;
create index loyalty_card_by_use on loyalty_card (venue_id, last_used);
create index loyalty_card_replaced on loyalty_card (venue_id, card_id) where card_id <> member_id;
-- Few cards are replaced ones; the differences of points ask for them.
create index loyalty_card_by_replaced on loyalty_card (venue_id, member_id) where status = 3;
alter table loyalty_card enable row level security, force row level security;
create policy venue_wall on loyalty_card using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on loyalty_card from daybook_app;

-- A card's name from each of its letters on, so that any part of it is the beginning of a row. A trigram index is not used
-- under row-level security: its operators may look at no row before the policy has.
create table loyalty_name_part (
  venue_id int not null references venue,
  part text collate "C" not null,
  card_id bigint not null,
  primary key (venue_id, part, card_id)
);
create index loyalty_name_part_by_card on loyalty_name_part (venue_id, card_id);
alter table loyalty_name_part enable row level security, force row level security;
create policy venue_wall on loyalty_name_part using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What moved points. Never updated or deleted: a mistake is taken back by a further movement that names the first.
create table loyalty_movement (
  venue_id int not null,
  movement_id bigint not null,                 -- a movement of a sale has the sale's id, so it is posted once
  kind smallint not null,                      -- 1 sale, 2 adjustment, 3 transfer, 4 replacement, 5 expiry, 6 reversal by hand, 7 opening points of imported cards
  card_id bigint not null,                     -- whose it is; of a transfer or replacement, the card it leaves
  other_card_id bigint,                        -- the card it goes to
  points bigint not null,                      -- what it changed the first card by, owed included
  location_id int not null,
  business_date date not null,
  at timestamptz not null,
  sale_id bigint,                              -- the sale, refund or counter-entry it came of
  computed boolean not null default false,     -- the points of the sale were worked out here, not sent by the till
  worth bigint,                                -- of computed points, what the sale was worth before it was cut to whole points: ten-thousandths × minor units
  reverses bigint,                             -- the movement it takes back, in whole or in part
  actor_user_id int,                           -- null: a till or a job
  on_behalf_of_user_id int,                    -- in whose name, where somebody acted as somebody else
  comments text not null default '',
  primary key (venue_id, movement_id)
);
create index loyalty_movement_by_card on loyalty_movement (venue_id, card_id, movement_id);
create index loyalty_movement_by_other_card on loyalty_movement (venue_id, other_card_id, movement_id) where other_card_id is not null;
create index loyalty_movement_reversals on loyalty_movement (venue_id, reverses) where reverses is not null;
create index loyalty_movement_by_day on loyalty_movement (venue_id, location_id, business_date);
-- Expiries are few, and are listed by themselves.
create index loyalty_movement_expiries on loyalty_movement (venue_id, at) where kind = 5;
-- Movements by hand are few among those of sales.
create index loyalty_movement_by_hand on loyalty_movement (venue_id, business_date) where sale_id is null;
alter table loyalty_movement enable row level security, force row level security;
create policy venue_wall on loyalty_movement using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on loyalty_movement from daybook_app;

-- The entries of a movement, which add up to zero. Never updated or deleted.
create table loyalty_entry (
  venue_id int not null,
  movement_id bigint not null,
  entry_no smallint not null,
  account smallint not null,                   -- 1 a card's points, 2 a card's owed (below zero), 3 issued, 4 redeemed, 5 adjusted, 6 voucher, 7 expired
  card_id bigint,                              -- accounts 1 and 2
  delta bigint not null check (delta <> 0),
  kind smallint not null,                      -- of its movement
  location_id int not null,
  business_date date not null,
  primary key (venue_id, movement_id, entry_no),
  check ((card_id is not null) = (account <= 2))
);
create index loyalty_entry_by_card on loyalty_entry (venue_id, card_id, movement_id) where card_id is not null;
alter table loyalty_entry enable row level security, force row level security;
create policy venue_wall on loyalty_entry using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on loyalty_entry from daybook_app;

-- The columns of the points report by trading day, kept in the transaction of each movement; see FIGURE in ledger.rules.ts.
create table loyalty_day (
  venue_id int not null,
  location_id int not null,
  day date not null,
  figure smallint not null,
  points bigint not null,
  primary key (venue_id, location_id, day, figure)
) with (fillfactor = 80);
alter table loyalty_day enable row level security, force row level security;
create policy venue_wall on loyalty_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on loyalty_day from daybook_app;

-- Adjustments above the venue's limit wait for a second person. Once approved it is a movement of the same id.
create table loyalty_adjustment (
  venue_id int not null references venue,
  movement_id bigint not null,
  card_id bigint not null,
  points bigint not null check (points <> 0),
  location_id int not null,
  comments text not null,
  state smallint not null default 1,           -- 1 pending, 2 approved, 3 refused
  asked_by int not null,
  asked_at timestamptz not null,
  decided_by int,
  decided_at timestamptz,
  decision_comments text not null default '',
  primary key (venue_id, movement_id),
  foreign key (venue_id, card_id) references loyalty_card
);
create index loyalty_adjustment_pending on loyalty_adjustment (venue_id, state, movement_id);
alter table loyalty_adjustment enable row level security, force row level security;
create policy venue_wall on loyalty_adjustment using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on loyalty_adjustment from daybook_app;

-- How far the sales stored before the ledger have been posted: up to this id. No row: none yet.
create table loyalty_backlog (
  venue_id int not null references venue,
  posted_through bigint not null default 0,
  is_done boolean not null default false,
  primary key (venue_id)
);
alter table loyalty_backlog enable row level security, force row level security;
create policy venue_wall on loyalty_backlog using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The venue's own thresholds of the fraud check.
create table fraud_setting (
  venue_id int not null references venue,
  version int not null default 0,
  value jsonb not null default '{}',
  primary key (venue_id)
);
alter table fraud_setting enable row level security, force row level security;
create policy venue_wall on fraud_setting using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What the fraud check found of a member, and how it was decided.
create table fraud_case (
  venue_id int not null references venue,
  case_id bigint not null,
  card_id bigint not null,                     -- the card that stands for the member
  state smallint not null default 1,           -- 1 new, 2 reviewing, 3 confirmed, 4 cleared
  version int not null default 0,
  opened_at timestamptz not null default now(),
  decided_by int,                              -- who moved it to its state; null while it is new
  decided_at timestamptz,
  exempt_until date,                           -- what the card does up to this trading day is not listed
  primary key (venue_id, case_id),
  foreign key (venue_id, card_id) references loyalty_card
);
-- Of a card there is one open case at most: what is found meanwhile joins it.
create unique index fraud_case_open on fraud_case (venue_id, card_id) where state <= 2;
create index fraud_case_by_card on fraud_case (venue_id, card_id);
alter table fraud_case enable row level security, force row level security;
create policy venue_wall on fraud_case using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What was found in each case: one rule, one day, one location.
create table fraud_hit (
  venue_id int not null,
  card_id bigint not null,
  rule smallint not null,                      -- 1 to 14, see RULES in fraud-rules.rules.ts
  day date not null,
  location_id int not null,
  case_id bigint not null,
  n int not null,                              -- how often, or how many
  other int not null default 0,                -- the rule's second figure: minutes, percent, days
  clerk_key int,                               -- whoever rang it up, where the rule is about one person
  user_id int,                                 -- whoever did it by hand
  about text not null default '',              -- the employee whose name, e-mail or phone is the member's
  facts bigint[] not null,                     -- sales and movements it rests on
  primary key (venue_id, card_id, rule, day, location_id),
  foreign key (venue_id, case_id) references fraud_case
);
create index fraud_hit_by_case on fraud_hit (venue_id, case_id);
alter table fraud_hit enable row level security, force row level security;
create policy venue_wall on fraud_hit using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Every step of a case: never changed.
create table fraud_step (
  venue_id int not null,
  case_id bigint not null,
  step_no smallint not null,
  state smallint not null,
  note text not null default '',
  user_id int,                                 -- null: the nightly check
  on_behalf_of_user_id int,
  at timestamptz not null default now(),
  blocked boolean not null default false,
  reversed bigint not null default 0,          -- points taken back
  exempt_until date,
  primary key (venue_id, case_id, step_no),
  foreign key (venue_id, case_id) references fraud_case
);
alter table fraud_step enable row level security, force row level security;
create policy venue_wall on fraud_step using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update on fraud_step from daybook_app;

-- Who asked for the daily mail of the fraud check. A row goes when its person may no longer see loyalty.
create table fraud_digest (
  venue_id int not null references venue,
  employee_id int not null,
  user_id int not null,
  asked_at timestamptz not null,
  told_until timestamptz not null,             -- cases opened up to this moment were mailed, or were there before the mail was asked for
  sent_on date,                                -- the day of the last mail, by UTC
  primary key (venue_id, employee_id)
);
alter table fraud_digest enable row level security, force row level security;
create policy venue_wall on fraud_digest using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What the nightly check found by the rules that go by uses, so that a month with half a million uses is not looked through again. What is stored
-- holds of a day as long as trading_day_state.changes is fraud_day.changes; see decision 0053.
create table fraud_day (
  venue_id int not null references venue,
  location_id int not null,
  day date not null,
  changes bigint not null,                     -- trading_day_state.changes when the day was checked
  basis text not null,                         -- by what it was checked: thresholds, units of money and the form of these tables
  checked_at timestamptz not null,             -- replacements of cards since then are asked for when it is read
  uses int not null,
  total double precision not null,             -- what the uses came to, in minor units, and the sum of the squares of that
  squares double precision not null,
  hours smallint[] not null,                   -- hours of the clock at which cards were used
  low_cards bigint[] not null,                 -- beside them the lowest and the highest card used then: the same where it was one card
  high_cards bigint[] not null,
  clerks int[] not null,                       -- who rang up uses
  rung int[] not null,                         -- and beside them how many
  primary key (venue_id, location_id, day)
);
alter table fraud_day enable row level security, force row level security;
create policy venue_wall on fraud_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What those rules found on the day.
create table fraud_found (
  venue_id int not null references venue,
  location_id int not null,
  day date not null,
  found_id uuid not null default gen_random_uuid(),
  rule smallint not null,                      -- see RULES in fraud-rules.rules.ts; 1: two uses a day or more, whatever the threshold is
  card_id bigint not null,                     -- the card that stood for the member
  n int not null,
  other int not null,
  clerk_key int,
  facts bigint[] not null,                     -- sales it rests on
  primary key (venue_id, location_id, day, found_id)
);
alter table fraud_found enable row level security, force row level security;
create policy venue_wall on fraud_found using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
