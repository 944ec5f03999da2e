-- Visits of members by day over years looked at each of half a million visits. Once a month is over, what a venue's packed guests come to by the day lies here:
-- visits and new members, of each place and over all of them. Which packed rows, and which month before, it was made of stands beside it, so that it holds only as
-- long as all of those do.
create table packed_visits (
  venue_id int not null,
  month date not null,
  stamp text not null,                     -- new whenever the row is made
  previous text not null,                  -- the stamp of the month before that has any; empty for the first
  made_of text not null,                   -- location:stamp of its packed_guests, parted by commas
  visits text not null,                    -- day since 1970-01-01, visits and new members of each place in that order, then over all; days parted by ;
  primary key (venue_id, month)
);
alter table packed_visits enable row level security;
alter table packed_visits force row level security;
create policy venue_wall on packed_visits using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete on packed_visits to daybook_app;
grant select on packed_visits to daybook_report;

-- New whenever the row is made. Rows without one are packed again by the hourly job; until then they are right, and read visit by visit.
alter table packed_guests add column stamp text;

-- What members spent by the day, and what was sold in all: three measures of the eighteen in days. Months without are packed again by the hourly job.
alter table packed_month add column member_days text;  -- location, day since 1970-01-01, sales with a card, their amount, amount of all; days parted by ;
