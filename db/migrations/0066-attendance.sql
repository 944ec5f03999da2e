-- What rosters, timesheets and punches come to, by person and day: made anew from them in the transaction in which one of them comes or changes. A year of 500
-- people is a hundred thousand shifts, as many timesheets and four times as many punches, which have to be held against each other one by one.
create table attendance_day (
  venue_id int not null,
  location_id int not null,                     -- 0: an area that is not matched yet
  day date not null,
  who int not null,                             -- employee_id; below zero the person_id of somebody not matched; 0 nobody, open shifts
  rostered int not null,                        -- minutes, as all here
  drafted int not null,                         -- rostered and not published
  claimed int not null,
  actual int not null,
  payable int not null,
  on_leave int not null,
  cost bigint not null,                         -- minor units of the location's currency
  unpriced int not null,                        -- payable minutes nobody has said the price of
  late int not null,                            -- minutes between the start of a shift and its punch in, the most of the day
  beyond int not null,                          -- payable less rostered minutes of shifts that were worked
  marks int not null,                           -- ATTENDANCE_MARKS
  due_at timestamptz,                           -- when a shift began that nobody came to
  primary key (venue_id, location_id, day, who)
);
create index attendance_day_by_who on attendance_day (venue_id, who, day);

-- Days with something to look at, where the tolerance is not below the usual one: a small part of all, whose counts are asked with every report.
create index attendance_day_to_look_at on attendance_day (venue_id, day) where marks & 95 <> 0 or late > 5 or beyond > 30;

-- The same by month and weekday, written with it: a year of 500 people is 27,000 rows of this and 130,000 days.
create table attendance_month (
  venue_id int not null,
  location_id int not null,
  month date not null,
  who int not null,
  weekday smallint not null,                    -- 1 = Monday
  rostered int not null,
  drafted int not null,
  claimed int not null,
  actual int not null,
  payable int not null,
  on_leave int not null,
  cost bigint not null,
  unpriced int not null,
  not_approved int not null,                    -- days with hours nobody approved
  shown int not null,                           -- days with anything but drafts
  primary key (venue_id, location_id, month, who, weekday)
);

alter table attendance_month enable row level security, force row level security;
create policy venue_wall on attendance_month using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on attendance_month to daybook_app;
grant select on attendance_month to daybook_report;

alter table attendance_day enable row level security, force row level security;
create policy venue_wall on attendance_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on attendance_day to daybook_app;
grant select on attendance_day to daybook_report;
