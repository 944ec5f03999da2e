-- What a location is to sell in a month, net with GST, in minor units, and what of it each of its days is to bring. The days are kept as they were spread when the target was
-- set, so that no target moves by itself.
create table target (
  venue_id int not null,
  location_id int not null,
  month date not null check (extract(day from month) = 1),
  amount bigint not null check (amount >= 0),
  days bigint[] not null,                       -- one for each day of the month, in order; they add up to the amount
  set_by int,
  set_at timestamptz not null,
  primary key (venue_id, location_id, month),
  foreign key (venue_id, location_id) references location
);

alter table target enable row level security;
alter table target force row level security;
create policy venue_wall on target
  using (venue_id = nullif(current_setting('app.venue', true), '')::int)
  with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select on target to daybook_report;
grant select, insert, update, delete on target to daybook_app;
