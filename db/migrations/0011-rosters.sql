-- Rosters, timesheets and punches: who was to work, who says they did, and what the clock says. Minutes are whole; breaks are unpaid.

-- Of people and areas.
create sequence roster_person_seq as int;

-- A person as a source names them. Until somebody has said who they are they are listed to be matched, and their hours are shown. Every source
-- keeps its own ids.
create table roster_person (
  venue_id int not null references venue,
  person_id int not null default nextval('roster_person_seq'),
  source smallint not null,                    -- 1 till, 2 file, 3 Deputy
  code text not null,                          -- the source's own id: ClerkId, the name in a file
  name text not null,
  employee_id int,                             -- whoever it is here
  same_as int,                                 -- the person_id under which another source names them; both have the same employee_id
  settled boolean not null default false,      -- somebody confirmed who it is, an employee or a person without an account
  home_location_id int,                        -- where they belong; elsewhere they are lent
  created_at timestamptz not null default now(),
  email text,                                  -- as the source has it
  settled_at timestamptz,                      -- who confirmed it, and when
  settled_by int,
  primary key (venue_id, person_id),
  unique (venue_id, source, code),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, home_location_id) references location
);
create index roster_person_by_employee on roster_person (venue_id, employee_id) where employee_id is not null;
alter table roster_person enable row level security, force row level security;
create policy venue_wall on roster_person using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on roster_person from daybook_app;

-- An area as a source names it, until somebody has said where it is. Areas of a rostering provider belong to companies, by which people know
-- them.
create table roster_area (
  venue_id int not null references venue,
  area_id int not null default nextval('roster_person_seq'),
  source smallint not null,
  code text not null,
  name text not null,
  location_id int,                             -- null: nobody said yet where it is
  company text not null default '',
  active boolean not null default true,
  placed_at timestamptz,                       -- who said where it is, and when
  placed_by int,
  primary key (venue_id, area_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location
);
alter table roster_area enable row level security, force row level security;
create policy venue_wall on roster_area using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on roster_area from daybook_app;

-- What a person costs from a day on, in minor units: by the hour, or by the week for those on a salary, whose week is spread over its days.
create table pay_rate (
  venue_id int not null,
  person_id int not null,
  from_day date not null,
  per_week boolean not null,
  amount bigint not null check (amount >= 0),
  primary key (venue_id, person_id, from_day),
  foreign key (venue_id, person_id) references roster_person
);
alter table pay_rate enable row level security, force row level security;
create policy venue_wall on pay_rate using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Who was to work. A shift belongs to the trading day it starts on.
create table roster_shift (
  venue_id int not null references venue,
  shift_id bigint not null,
  source smallint not null,
  code text not null,                          -- the source's own id
  revision int not null default 1,
  location_id int,                             -- null: its area is not matched yet
  area_id int,
  person_id int,                               -- null: an open shift, nobody yet
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  break_minutes int not null default 0,
  minutes int not null,                        -- planned, less unpaid breaks
  cost bigint,                                 -- minor units, where the source says it
  published boolean not null default true,
  withdrawn boolean not null default false,
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, shift_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, area_id) references roster_area,
  foreign key (venue_id, person_id) references roster_person,
  check (ends_at > starts_at and minutes >= 0 and break_minutes >= 0)
);
create index roster_shift_by_day on roster_shift (venue_id, day, location_id);
create index roster_shift_by_person on roster_shift (venue_id, person_id, day);
alter table roster_shift enable row level security, force row level security;
create policy venue_wall on roster_shift using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on roster_shift from daybook_app;

-- A shift that repeats every week.
create table roster_template (
  venue_id int not null references venue,
  template_id bigint not null,
  source smallint not null,
  code text not null,
  location_id int not null,
  area_id int,
  name text not null,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null,                        -- on the wall clock
  ends time not null,
  break_minutes int not null default 0,
  last_day date,                               -- of the newest shift, where a provider shows a template through its shifts alone; else null
  primary key (venue_id, template_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, area_id) references roster_area
);
alter table roster_template enable row level security, force row level security;
create policy venue_wall on roster_template using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A spell of work: claimed by whoever worked it, approved, or made of the punches of a till.
create table timesheet (
  venue_id int not null references venue,
  timesheet_id bigint not null,
  source smallint not null,
  code text not null,                          -- the source's own id; of a till's, its location and the first punch
  revision int not null default 1,
  location_id int,
  area_id int,
  person_id int not null,
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz,                         -- null: still at work, or never clocked out
  break_minutes int not null default 0,
  claimed int,                                 -- minutes the person handed in
  actual int,                                  -- minutes by a clock
  approved int,                                -- minutes that are paid; what was claimed stays
  cost bigint,                                 -- minor units, where the source says it
  state smallint not null,                     -- 1 open, 2 submitted, 3 approved, 4 discarded
  is_leave boolean not null default false,
  no_start boolean not null default false,     -- the till has only a punch out
  shift_code text,                             -- the source's own id of the shift it is for
  approved_by text not null default '',
  approved_at timestamptz,
  note text not null default '',
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, timesheet_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, area_id) references roster_area,
  foreign key (venue_id, person_id) references roster_person,
  check (ends_at is null or ends_at >= starts_at)
);
create index timesheet_by_day on timesheet (venue_id, day, location_id);
create index timesheet_by_person on timesheet (venue_id, person_id, day);
alter table timesheet enable row level security, force row level security;
create policy venue_wall on timesheet using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What the clock of a till said: kept as it came, whatever was made of it.
create table punch (
  venue_id int not null,
  location_id int not null,
  code text not null,                          -- PunchId
  revision int not null default 1,
  person_id int not null,
  terminal_key int not null,                   -- dimension_key of the till
  kind smallint not null,                      -- 1 in, 2 out, 3 break start, 4 break end
  at timestamptz not null,
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, location_id, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, person_id) references roster_person
);
create index punch_by_person on punch (venue_id, person_id, location_id, at);
alter table punch enable row level security, force row level security;
create policy venue_wall on punch using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke delete on punch from daybook_app;

-- What rosters, timesheets and punches come to, by person and day: made anew from them in the transaction in which one of them comes or changes.
-- A year of 500 people is a hundred thousand shifts, as many timesheets and four times as many punches, which have to be held against each other
-- one by one.
create table attendance_day (
  venue_id int not null,
  location_id int not null,                    -- 0: an area that is not matched yet
  day date not null,
  who int not null,                            -- employee_id; below zero the person_id of somebody not matched; 0 nobody, open shifts
  rostered int not null,                       -- minutes, as all here
  drafted int not null,                        -- rostered and not published
  claimed int not null,
  actual int not null,
  payable int not null,
  on_leave int not null,
  cost bigint not null,                        -- minor units of the location's currency
  unpriced int not null,                       -- payable minutes nobody has said the price of
  late int not null,                           -- minutes between the start of a shift and its punch in, the most of the day
  beyond int not null,                         -- payable less rostered minutes of shifts that were worked
  marks int not null,                          -- ATTENDANCE_MARKS
  due_at timestamptz,                          -- when a shift began that nobody came to
  primary key (venue_id, location_id, day, who)
);
create index attendance_day_by_who on attendance_day (venue_id, who, day);
-- Days with something to look at, where the tolerance is not below the usual one: a small part of all, whose counts are asked with every report.
create index attendance_day_to_look_at on attendance_day (venue_id, day) where marks & 95 <> 0 or late > 5 or beyond > 30;
alter table attendance_day enable row level security, force row level security;
create policy venue_wall on attendance_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The same by month and weekday, written with it: a year of 500 people is 27,000 rows of this and 130,000 days.
create table attendance_month (
  venue_id int not null,
  location_id int not null,
  month date not null,
  who int not null,
  weekday smallint not null,                   -- 1 = Monday
  rostered int not null,
  drafted int not null,
  claimed int not null,
  actual int not null,
  payable int not null,
  on_leave int not null,
  cost bigint not null,
  unpriced int not null,
  not_approved int not null,                   -- days with hours nobody approved
  shown int not null,                          -- days with anything but drafts
  primary key (venue_id, location_id, month, who, weekday)
);
alter table attendance_month enable row level security, force row level security;
create policy venue_wall on attendance_month using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
