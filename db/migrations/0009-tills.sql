-- Tills: sessions, counts and control sheets, and the journal for the accountant. Counts, steps and what was committed are only ever added to.

-- A till session, from opening float to banking. What a till sends of a session is replaced by a higher revision until its sheet is committed.
-- What its movements, settlements, last count, signature and last commit come to is kept with it by whatever writes them (`summarizeSession`),
-- so that a month of forty tills is not read from seven tables.
create table till_session (
  venue_id int not null references venue,
  session_id bigint not null,
  location_id int not null,
  terminal_key int not null,                   -- dimension_key of the till
  code text not null,                          -- the till's own id of it; of one entered by hand 'hand:' and its session_id
  revision int not null default 1,
  z_number int,                                -- the till's running number of its closes
  business_date date not null,                 -- trading day it was opened on
  opened_at timestamptz not null,
  closed_at timestamptz,                       -- null: not closed
  clerk_key int,                               -- who was on the till
  opening_float bigint not null default 0,     -- minor units, as every amount here
  closing_float bigint,                        -- what stays in the drawer
  currency text not null,
  content_hash bytea not null,
  received_at timestamptz not null,
  state smallint not null default 1,           -- 1 open, 2 counting, 3 declared, 4 reviewed, 5 committed; kept with its steps
  pay_ins bigint not null default 0,           -- of its movements, as the next four
  pay_outs bigint not null default 0,
  drops bigint not null default 0,
  banked bigint not null default 0,
  tips_paid_out bigint not null default 0,
  moved_by jsonb,                              -- what each person entered on the screen comes to, by user id: {"7": -9000}
  settled bigint,                              -- null: no card terminal was read
  counts smallint not null default 0,
  counted jsonb,                               -- of the count that holds: {"Cash": 36000, …}
  pieces bigint,                               -- its notes and coins; null: not counted apart
  piece_values bigint[],                       -- what they are worth each
  counted_float bigint,                        -- the opening float when it was made
  counted_at timestamptz,
  counted_by int,                              -- user id of who counted it on the screen
  counted_by_clerk int,
  signed_at timestamptz,
  signed_by int,
  signed_reason text not null default '',
  signed_note text not null default '',
  committed jsonb,                             -- what it said: {"Cash": {"expected": 36000, "counted": 36000}, …}
  primary key (venue_id, session_id),
  unique (venue_id, location_id, terminal_key, code),
  foreign key (venue_id, location_id) references location,
  check (closed_at is null or closed_at >= opened_at)
);
create index till_session_by_day on till_session (venue_id, location_id, business_date);
create index till_session_by_till on till_session (venue_id, location_id, terminal_key, opened_at);
alter table till_session enable row level security, force row level security;
create policy venue_wall on till_session using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on till_session from daybook_app;

-- Cash put in or taken out beside sales.
create table till_movement (
  venue_id int not null,
  session_id bigint not null,
  movement_no smallint not null,
  kind smallint not null,                      -- 1 pay-in, 2 pay-out, 3 drop, 4 banking, 5 tips paid out
  amount bigint not null check (amount > 0),
  reason text not null,
  at timestamptz not null,
  clerk_key int,
  user_id int,                                 -- who entered it on the screen; null: the till
  primary key (venue_id, session_id, movement_no),
  foreign key (venue_id, session_id) references till_session
);
alter table till_movement enable row level security, force row level security;
create policy venue_wall on till_movement using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Every opening float that somebody entered for a sheet made by hand: it changes what is expected in the drawer, as cash put in or taken out
-- does. Only ever added to.
create table till_float (
  venue_id int not null,
  session_id bigint not null,
  float_no smallint not null,
  before bigint not null,                      -- minor units; the first one is what the till was left with, 0 where nobody said
  amount bigint not null,
  at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  primary key (venue_id, session_id, float_no),
  foreign key (venue_id, session_id) references till_session
);
alter table till_float enable row level security, force row level security;
create policy venue_wall on till_float using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A count of the drawer: every recount is kept, the last one holds.
create table till_count (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  at timestamptz not null,
  clerk_key int,                               -- whoever counted at the till
  user_id int,                                 -- whoever counted on the screen
  note text not null default '',
  opening_float bigint,                        -- of the session when it was counted, minor units; null: counted before this was kept
  primary key (venue_id, session_id, count_no),
  foreign key (venue_id, session_id) references till_session
);
alter table till_count enable row level security, force row level security;
create policy venue_wall on till_count using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on till_count from daybook_app;

-- What was counted of each medium.
create table till_counted (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  method text not null,                        -- as tenders have it: Cash, Card, …
  amount bigint not null check (amount >= 0),  -- cash: everything in the drawer, its float included
  note text not null default '',               -- of the medium
  primary key (venue_id, session_id, count_no, method),
  foreign key (venue_id, session_id, count_no) references till_count
);
alter table till_counted enable row level security, force row level security;
create policy venue_wall on till_counted using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on till_counted from daybook_app;

-- Notes and coins of a count, where they were counted apart.
create table till_denomination (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  value int not null check (value > 0),        -- of a note or coin, in minor units
  pieces int not null check (pieces >= 0),
  primary key (venue_id, session_id, count_no, value),
  foreign key (venue_id, session_id, count_no) references till_count
);
alter table till_denomination enable row level security, force row level security;
create policy venue_wall on till_denomination using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on till_denomination from daybook_app;

-- What a card terminal says it took.
create table till_settlement (
  venue_id int not null,
  session_id bigint not null,
  terminal text not null,                      -- the card terminal's own id
  amount bigint not null,
  payments int not null,
  primary key (venue_id, session_id, terminal),
  foreign key (venue_id, session_id) references till_session
);
alter table till_settlement enable row level security, force row level security;
create policy venue_wall on till_settlement using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Photos of the count or of the banking slip.
create table till_photo (
  venue_id int not null,
  session_id bigint not null,
  photo_id bigint not null,
  kind smallint not null,                      -- 1 the count, 2 the banking slip
  content bytea not null,                      -- JPEG without metadata, written by the server itself
  at timestamptz not null,
  kept boolean not null default false,         -- it was there when the sheet was committed, so it is never deleted
  user_id int not null,                        -- who attached it
  on_behalf_of_user_id int,
  primary key (venue_id, session_id, photo_id),
  foreign key (venue_id, session_id) references till_session
);
alter table till_photo enable row level security, force row level security;
create policy venue_wall on till_photo using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant update (kept) on till_photo to daybook_app;

-- Every step of a sheet: never changed.
create table till_step (
  venue_id int not null,
  session_id bigint not null,
  step_no smallint not null,
  state smallint not null,                     -- the state it led to
  at timestamptz not null,
  user_id int,                                 -- null: the till
  on_behalf_of_user_id int,
  reason text not null default '',
  note text not null default '',
  primary key (venue_id, session_id, step_no),
  foreign key (venue_id, session_id) references till_session
);
alter table till_step enable row level security, force row level security;
create policy venue_wall on till_step using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on till_step from daybook_app;

-- What a sheet said when it was committed; what differs from it later is a late item. One that was reversed is committed again.
create table till_committed (
  venue_id int not null,
  session_id bigint not null,
  commit_no smallint not null,
  method text not null,
  expected bigint not null,
  counted bigint,
  primary key (venue_id, session_id, commit_no, method),
  foreign key (venue_id, session_id) references till_session
);
alter table till_committed enable row level security, force row level security;
create policy venue_wall on till_committed using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on till_committed from daybook_app;

-- When a till last sent anything, beside its sales.
create table till_heartbeat (
  venue_id int not null,
  location_id int not null,
  terminal_key int not null,
  at timestamptz not null,
  version text not null default '',
  primary key (venue_id, location_id, terminal_key),
  foreign key (venue_id, location_id) references location
);
alter table till_heartbeat enable row level security, force row level security;
create policy venue_wall on till_heartbeat using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on till_heartbeat from daybook_app;

-- The accounts that the lines of the journal for the accountant go to.
create table journal_setting (
  venue_id int not null references venue,
  version int not null default 0,
  accounts jsonb not null default '{}',
  primary key (venue_id)
);
alter table journal_setting enable row level security, force row level security;
create policy venue_wall on journal_setting using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on journal_setting from daybook_app;

-- What was exported of the journal. An export and its days are never changed: a day that changes afterwards gets a further part.
create table journal_export (
  venue_id int not null references venue,
  export_id bigint not null,
  exported_at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  from_day date not null,
  to_day date not null,
  currency text not null,
  primary key (venue_id, export_id)
);
alter table journal_export enable row level security, force row level security;
create policy venue_wall on journal_export using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on journal_export from daybook_app;

-- A day as it was exported; from the second part on, the difference alone.
create table journal_part (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  part smallint not null,                      -- 1 the first export of the day, from 2 on its corrections
  export_id bigint not null,
  journal_no int not null,                     -- the running number that accounting programs know it by
  is_final boolean not null,                   -- every drawer of the day was counted by then
  figures jsonb not null,                      -- the whole day as it stood, lines with their accounts, minor units
  lines jsonb not null,                        -- what was exported: of a correction the difference to the part before
  primary key (venue_id, location_id, business_date, part),
  unique (venue_id, journal_no),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, export_id) references journal_export
);
create index journal_part_by_export on journal_part (venue_id, export_id);
alter table journal_part enable row level security, force row level security;
create policy venue_wall on journal_part using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on journal_part from daybook_app;
