-- Rosters, timesheets and punches: who was to work, who says they did, and what the clock says. Every source keeps its own ids: the till, a file, later a
-- rostering provider. Minutes are whole; breaks are unpaid; a shift belongs to the trading day it starts on.

create sequence roster_person_seq as int;

-- A person or an area as a source names them. Until somebody has said who or where they are they are listed to be matched, and their hours are shown.
create table roster_person (
  venue_id int not null references venue,
  person_id int not null default nextval('roster_person_seq'),
  source smallint not null,                     -- 1 till, 2 file, 3 Deputy
  code text not null,                           -- the source's own id: ClerkId, the name in a file
  name text not null,
  employee_id int,                              -- whoever it is here
  same_as int,                                  -- the person_id under which another source names them; both have the same employee_id
  settled boolean not null default false,       -- somebody confirmed who it is, an employee or a person without an account
  home_location_id int,                         -- where they belong; elsewhere they are lent
  created_at timestamptz not null default now(),
  primary key (venue_id, person_id),
  unique (venue_id, source, code),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, home_location_id) references location
);
create index roster_person_by_employee on roster_person (venue_id, employee_id) where employee_id is not null;

create table roster_area (
  venue_id int not null references venue,
  area_id int not null default nextval('roster_person_seq'),
  source smallint not null,
  code text not null,
  name text not null,
  location_id int,                              -- null: nobody said yet where it is
  primary key (venue_id, area_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location
);

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

create table roster_shift (
  venue_id int not null references venue,
  shift_id bigint not null,
  source smallint not null,
  code text not null,                           -- the source's own id
  revision int not null default 1,
  location_id int,                              -- null: its area is not matched yet
  area_id int,
  person_id int,                                -- null: an open shift, nobody yet
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  break_minutes int not null default 0,
  minutes int not null,                         -- planned, less unpaid breaks
  cost bigint,                                  -- minor units, where the source says it
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

create table roster_template (
  venue_id int not null references venue,
  template_id bigint not null,
  source smallint not null,
  code text not null,
  location_id int not null,
  area_id int,
  name text not null,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null,                         -- on the wall clock
  ends time not null,
  break_minutes int not null default 0,
  primary key (venue_id, template_id),
  unique (venue_id, source, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, area_id) references roster_area
);

-- A spell of work: claimed by whoever worked it, approved, or made of the punches of a till.
create table timesheet (
  venue_id int not null references venue,
  timesheet_id bigint not null,
  source smallint not null,
  code text not null,                           -- the source's own id; of a till's, its location and the first punch
  revision int not null default 1,
  location_id int,
  area_id int,
  person_id int not null,
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz,                          -- null: still at work, or never clocked out
  break_minutes int not null default 0,
  claimed int,                                  -- minutes the person handed in
  actual int,                                   -- minutes by a clock
  approved int,                                 -- minutes that are paid; what was claimed stays
  cost bigint,                                  -- minor units, where the source says it
  state smallint not null,                      -- 1 open, 2 submitted, 3 approved, 4 discarded
  is_leave boolean not null default false,
  no_start boolean not null default false,      -- the till has only a punch out
  shift_code text,                              -- the source's own id of the shift it is for
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

-- What the clock of a till said: kept as it came, whatever was made of it.
create table punch (
  venue_id int not null,
  location_id int not null,
  code text not null,                           -- PunchId
  revision int not null default 1,
  person_id int not null,
  terminal_key int not null,                    -- dimension_key of the till
  kind smallint not null,                       -- 1 in, 2 out, 3 break start, 4 break end
  at timestamptz not null,
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, location_id, code),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, person_id) references roster_person
);
create index punch_by_person on punch (venue_id, person_id, location_id, at);

do $$
declare t text;
begin
  foreach t in array array['roster_person', 'roster_area', 'pay_rate', 'roster_shift', 'roster_template', 'timesheet', 'punch'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
revoke delete on roster_person, roster_area, roster_shift, punch from daybook_app;
