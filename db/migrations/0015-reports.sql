-- Reports kept and mailed, dashboards, what needs attention, and targets.

-- Report screens people keep under a name, for themselves or for the venue.
create table saved_view (
  venue_id int not null,
  view_id bigint not null,
  employee_id int not null,                    -- whose it is
  name text not null,
  path text not null,                          -- the screen
  search text not null,                        -- what stands behind the ? of its address; ready-made ranges stay words
  report_path text not null,                   -- the call the screen asks, and what it is asked with; its days follow from search
  report_query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (venue_id, view_id),
  unique (venue_id, employee_id, path, name),
  foreign key (venue_id, employee_id) references employee
);
alter table saved_view enable row level security, force row level security;
create policy venue_wall on saved_view using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The saved view that is opened when somebody signs in.
create table home_view (
  venue_id int not null,
  employee_id int not null,
  view_id bigint not null,
  primary key (venue_id, employee_id),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, view_id) references saved_view on delete cascade
);
create index home_view_by_view on home_view (venue_id, view_id);
alter table home_view enable row level security, force row level security;
create policy venue_wall on home_view using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Reports that are mailed by themselves.
create table report_schedule (
  venue_id int not null,
  schedule_id bigint not null,
  employee_id int not null,                    -- whose it is; it stops when they leave
  name text not null,
  path text not null,                          -- what is sent, as a saved view has it
  search text not null,
  report_path text not null,
  report_query jsonb not null,
  every text not null,                         -- day, week, month
  on_day smallint not null,                    -- the trading day whose end sends it: ISO weekday, or day of the month, 31 = its last; 0 = each
  language text not null,
  attachment text not null,                    -- none, csv, xlsx
  skip_empty boolean not null,
  paused boolean not null default false,
  next_day date not null,                      -- the trading day whose end sends it next
  stopped_at timestamptz,                      -- its owner left
  created_at timestamptz not null default now(),
  -- On the clock of the venue's first location; null: a quarter of an hour after its trading day is over.
  send_at text check (send_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (venue_id, schedule_id),
  foreign key (venue_id, employee_id) references employee
);
alter table report_schedule enable row level security, force row level security;
create policy venue_wall on report_schedule using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The employees a schedule is mailed to.
create table schedule_recipient (
  venue_id int not null,
  schedule_id bigint not null,
  employee_id int not null,
  unsubscribed_at timestamptz,                 -- by themselves: only they come back
  primary key (venue_id, schedule_id, employee_id),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade,
  foreign key (venue_id, employee_id) references employee
);
alter table schedule_recipient enable row level security, force row level security;
create policy venue_wall on schedule_recipient using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- People outside Daybook whom scheduled reports are mailed to: an address is confirmed once for the venue, by the link it gets.
create table outside_recipient (
  venue_id int not null,
  outside_id bigint not null,
  address text not null,
  address_key text not null,                   -- in small letters
  state text not null default 'asked',         -- asked, confirmed, declined
  asked_by int not null,                       -- the employee who asked last
  asked_at timestamptz not null,               -- of the last confirmation mail: there is none again within a day
  language text not null,
  expires_at timestamptz not null,             -- of the link; seven days
  answered_at timestamptz,
  token_hash bytea,                            -- of the link; the link itself is nowhere
  primary key (venue_id, outside_id),
  unique (venue_id, address_key),
  unique (venue_id, token_hash),
  foreign key (venue_id, asked_by) references employee
);
alter table outside_recipient enable row level security, force row level security;
create policy venue_wall on outside_recipient using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on outside_recipient from daybook_report;
grant select (venue_id, outside_id, address, address_key, state, asked_by, asked_at, language, expires_at, answered_at) on outside_recipient to
  daybook_report;

-- The people outside Daybook a schedule is mailed to.
create table schedule_outside (
  venue_id int not null,
  schedule_id bigint not null,
  outside_id bigint not null,
  unsubscribed_at timestamptz,                 -- by themselves: nobody brings them back
  primary key (venue_id, schedule_id, outside_id),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade,
  foreign key (venue_id, outside_id) references outside_recipient
);
alter table schedule_outside enable row level security, force row level security;
create policy venue_wall on schedule_outside using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Every sending of a schedule.
create table schedule_run (
  venue_id int not null,
  run_id bigint not null,
  schedule_id bigint not null,
  kind text not null,                          -- due, again, test
  day date not null,                           -- the trading day it is about
  nth int not null,                            -- 0 for what was due; those asked for are counted
  asked_by int,                                -- an employee, where somebody asked
  created_at timestamptz not null default now(),
  primary key (venue_id, run_id),
  unique (venue_id, schedule_id, kind, day, nth),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade
);
alter table schedule_run enable row level security, force row level security;
create policy venue_wall on schedule_run using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- One row for each run and recipient, written in the transaction that asks for the sending: what is written here is sent, and once. A mail goes to
-- an employee or to somebody outside; the numbers of the two never meet.
create table schedule_mail (
  venue_id int not null,
  run_id bigint not null,
  employee_id int,                             -- null: it goes to outside_id
  state text not null default 'waiting',       -- waiting, sending, sent, no-access, no-address, unsubscribed, empty, refused
  why text not null default '',                -- what kept it from being sent, as a code or the mail server's words
  tries int not null default 0,
  claimed_at timestamptz,
  done_at timestamptz,
  token_hash bytea,                            -- of the link by which the recipient leaves; the link itself is nowhere
  outside_id bigint,
  recipient_id bigint not null generated always as (coalesce(employee_id::bigint, outside_id)) stored,
  primary key (venue_id, run_id, recipient_id),
  unique (venue_id, token_hash),
  foreign key (venue_id, run_id) references schedule_run on delete cascade,
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, outside_id) references outside_recipient
);
alter table schedule_mail enable row level security, force row level security;
create policy venue_wall on schedule_mail using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke select on schedule_mail from daybook_report;
grant select (venue_id, run_id, employee_id, state, why, tries, claimed_at, done_at, outside_id, recipient_id) on schedule_mail to daybook_report;

-- What somebody's dashboard shows at a venue: their measures in their order. Whoever has no row sees the layout their tags begin with.
create table dashboard (
  venue_id int not null,
  employee_id int not null,
  measures jsonb not null,
  changed_at timestamptz not null,
  primary key (venue_id, employee_id),
  foreign key (venue_id, employee_id) references employee
);
alter table dashboard enable row level security, force row level security;
create policy venue_wall on dashboard using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What somebody does not want to hear of any more of what needs attention: one occurrence by its key, until a trading day or for good.
create table attention_dismissal (
  venue_id int not null,
  employee_id int not null,
  key text not null check (length(key) <= 100),
  until date,                                  -- the trading day on which it is listed again; null: never
  dismissed_at timestamptz not null,
  primary key (venue_id, employee_id, key),
  foreign key (venue_id, employee_id) references employee
);
alter table attention_dismissal enable row level security, force row level security;
create policy venue_wall on attention_dismissal using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What a location is to sell in a month, net with tax, in minor units, and what of it each of its days is to bring. The days are kept as they were
-- spread when the target was set, so that no target moves by itself.
create table target (
  venue_id int not null,
  location_id int not null,
  month date not null check (extract(day from month) = 1),
  amount bigint not null check (amount >= 0),
  days bigint[] not null,                      -- one for each day of the month, in order; they add up to the amount
  set_by int,
  set_at timestamptz not null,
  primary key (venue_id, location_id, month),
  foreign key (venue_id, location_id) references location
);
alter table target enable row level security, force row level security;
create policy venue_wall on target using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
