-- What every product sold over any range is the difference of two running totals. A row holds those of all products of a location through
-- the end of a day, as the text of docs/decisions/0024: kind 8 since the first of the day's month, for every day that is over; at the end
-- of a month kind 0 since the location's first trade, and kinds 1 to 7 the same for the days of one ISO weekday. A sale takes away, in its
-- own transaction, the rows it makes wrong; the hourly job makes them again. A row that is there is right.
create table product_run (
  venue_id int not null,
  location_id int not null,
  day date not null,
  kind smallint not null,
  sums text not null,
  primary key (venue_id, location_id, day, kind)
);
-- It is packed as it is: unpacking it again would cost more than reading it.
alter table product_run alter column sums set storage external;

-- How many of a product were given back is told by the lines of refunds alone, one in a hundred of all.
create index sale_line_refunded on sale_line (venue_id, location_id, business_date) where refund <> 0;

alter table product_run enable row level security;
alter table product_run force row level security;
create policy venue_wall on product_run using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete on product_run to daybook_app;
grant select on product_run to daybook_report;
