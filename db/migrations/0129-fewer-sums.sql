-- Sums that were second copies of rows the rollup has: reports read those. Running totals of breakdowns are made anew without promotions, discounts and surcharges,
-- which have few rows of their own.

drop table venue_running_total;
drop table packed_item;
drop table packed_month;
drop table packed_visits;
alter table packed_guests drop column stamp;
alter table running_total drop column made;
delete from running_total where subject <> 1;
