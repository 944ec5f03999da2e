-- What all places of a venue sold together by the end of a day: the sum of their running totals, so that a report on all of them reads one text and not one for each
-- place. It names the rows it is the sum of by place, day and stamp; where one of them was taken away since, and made again or not, it is not read. So a sale has
-- nothing more to take away, and a row whose parts are all there is right.

-- Tells a row that was made again from the one before. Those there are have 0, and none gets it again.
alter table running_total add column made bigint not null default 0;

create table venue_running_total (
  venue_id int not null,
  day date not null,
  kind smallint not null,
  subject smallint not null,
  sums text not null,
  -- What each place came to over all keys, by location, as a text of the same kind.
  places text not null,
  -- The rows it is the sum of, by location; kind and subject are its own.
  location_ids int[] not null,
  days date[] not null,
  stamps bigint[] not null,
  primary key (venue_id, day, kind, subject)
);
alter table venue_running_total alter column sums set storage external;

alter table venue_running_total enable row level security;
alter table venue_running_total force row level security;
create policy venue_wall on venue_running_total using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on venue_running_total to daybook_app;
grant select on venue_running_total to daybook_report;
