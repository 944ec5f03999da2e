-- A report by day or week over years reads thousands of rows to write thousands of numbers. Once a month is over, its days' totals, and
-- what stands beside them, lie here as they go over the wire; a sale that comes late takes the row away, and it is made again within the
-- hour.
create table packed_month (
  venue_id int not null,
  location_id int not null,
  month date not null,
  days text not null,                      -- location, day since 1970-01-01, eleven measures of the total, seven beside it; days parted by ;
  primary key (venue_id, location_id, month)
);
-- In the row itself and not squeezed: some three kilobytes, and never more than a page.
alter table packed_month set (toast_tuple_target = 8160);
alter table packed_month enable row level security;
alter table packed_month force row level security;
create policy venue_wall on packed_month using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete on packed_month to daybook_app;
grant select on packed_month to daybook_report;
