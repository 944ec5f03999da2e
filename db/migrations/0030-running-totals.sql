-- Running totals (docs/decisions/0024) of what a breakdown is made of, beside those of products: subject 1 are the products, subject 2 the
-- classes, employees, promotions, discounts, surcharges and wastage together. The hourly job makes those of the days there are.
alter table product_run rename to running_total;
alter table running_total add column subject smallint not null default 1;
alter table running_total alter column subject drop default;
alter table running_total drop constraint product_run_pkey;
alter table running_total add primary key (venue_id, location_id, day, kind, subject);
