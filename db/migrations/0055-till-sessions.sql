-- Till sessions: from opening float to banking. What a till sends of a session is replaced by a higher revision until its sheet is
-- committed; counts, steps and what was committed are only ever added to.

create table till_session (
  venue_id int not null references venue,
  session_id bigint not null,
  location_id int not null,
  terminal_key int not null,                    -- dimension_key of the till
  code text not null,                           -- the till's own id of it; of one entered by hand 'hand:' and its session_id
  revision int not null default 1,
  z_number int,                                 -- the till's running number of its closes
  business_date date not null,                  -- trading day it was opened on
  opened_at timestamptz not null,
  closed_at timestamptz,                        -- null: not closed
  clerk_key int,                                -- who was on the till
  opening_float bigint not null default 0,      -- minor units, as every amount here
  closing_float bigint,                         -- what stays in the drawer
  currency text not null,
  content_hash bytea not null,
  received_at timestamptz not null,
  state smallint not null default 1,            -- 1 open, 2 counting, 3 declared, 4 reviewed, 5 committed; kept with its steps
  primary key (venue_id, session_id),
  unique (venue_id, location_id, terminal_key, code),
  foreign key (venue_id, location_id) references location,
  check (closed_at is null or closed_at >= opened_at)
);
create index till_session_by_day on till_session (venue_id, location_id, business_date);
create index till_session_by_till on till_session (venue_id, location_id, terminal_key, opened_at);

-- Cash put in or taken out beside sales.
create table till_movement (
  venue_id int not null,
  session_id bigint not null,
  movement_no smallint not null,
  kind smallint not null,                       -- 1 pay-in, 2 pay-out, 3 drop, 4 banking, 5 tips paid out
  amount bigint not null check (amount > 0),
  reason text not null,
  at timestamptz not null,
  clerk_key int,
  user_id int,                                  -- who entered it on the screen; null: the till
  primary key (venue_id, session_id, movement_no),
  foreign key (venue_id, session_id) references till_session
);

-- A count of the drawer: every recount is kept, the last one holds.
create table till_count (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  at timestamptz not null,
  clerk_key int,                                -- whoever counted at the till
  user_id int,                                  -- whoever counted on the screen
  note text not null default '',
  primary key (venue_id, session_id, count_no),
  foreign key (venue_id, session_id) references till_session
);

create table till_counted (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  method text not null,                         -- as tenders have it: Cash, Card, …
  amount bigint not null check (amount >= 0),   -- cash: everything in the drawer, its float included
  primary key (venue_id, session_id, count_no, method),
  foreign key (venue_id, session_id, count_no) references till_count
);

create table till_denomination (
  venue_id int not null,
  session_id bigint not null,
  count_no smallint not null,
  value int not null check (value > 0),         -- of a note or coin, in minor units
  pieces int not null check (pieces >= 0),
  primary key (venue_id, session_id, count_no, value),
  foreign key (venue_id, session_id, count_no) references till_count
);

-- What a card terminal says it took.
create table till_settlement (
  venue_id int not null,
  session_id bigint not null,
  terminal text not null,                       -- the card terminal's own id
  amount bigint not null,
  payments int not null,
  primary key (venue_id, session_id, terminal),
  foreign key (venue_id, session_id) references till_session
);

-- Every step of a sheet: never changed.
create table till_step (
  venue_id int not null,
  session_id bigint not null,
  step_no smallint not null,
  state smallint not null,                      -- the state it led to
  at timestamptz not null,
  user_id int,                                  -- null: the till
  on_behalf_of_user_id int,
  reason text not null default '',
  note text not null default '',
  primary key (venue_id, session_id, step_no),
  foreign key (venue_id, session_id) references till_session
);

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

-- When a till was last heard, beside what it sold.
create table till_heartbeat (
  venue_id int not null,
  location_id int not null,
  terminal_key int not null,
  at timestamptz not null,
  version text not null default '',
  primary key (venue_id, location_id, terminal_key),
  foreign key (venue_id, location_id) references location
);

do $$
declare t text;
begin
  foreach t in array array['till_session', 'till_movement', 'till_count', 'till_counted', 'till_denomination', 'till_settlement', 'till_step',
    'till_committed', 'till_heartbeat'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
revoke delete on till_session, till_heartbeat from daybook_app;
revoke update, delete on till_count, till_counted, till_denomination, till_step, till_committed from daybook_app;
