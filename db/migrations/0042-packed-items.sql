-- Chosen items by day read a row of the rollup for each item, place and day: seventeen months of four items at three places are 5,500, each on a page of its own. Once
-- a month is over and packed, the days of each of its products lie here in one row, as the words a machine adds. They hold while their packed month stands and says so:
-- whatever takes that away takes its word along, and rows left behind are made anew with it.
create table packed_item (
  venue_id int not null,
  location_id int not null,
  product_id int not null,
  month date not null,
  day_sums text not null,                  -- of each day it sold on its number since 1970-01-01 and ten measures of the rollup, all but customers; base64 of 32-bit words
  primary key (venue_id, location_id, product_id, month)
);
-- In the row itself and not squeezed: some two kilobytes, and never more than four.
alter table packed_item set (toast_tuple_target = 8160);
alter table packed_item enable row level security;
alter table packed_item force row level security;
create policy venue_wall on packed_item using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete on packed_item to daybook_app;
grant select on packed_item to daybook_report;

-- Whether all its products are there; one that is not sold nothing then. The hourly job packs those of the months that were packed before; until then they are read day by day.
alter table packed_month add column items_packed boolean not null default false;
