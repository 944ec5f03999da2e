-- What was bought by year and quarter: PLU Purchases over three years read every line of every invoice, which is 780,000 of a venue with 4,000 products in stock at five locations.
-- Kept by whoever stores invoice lines; the same can be added up from them.
create table purchase_sum (
  venue_id int not null,
  grain text not null check (grain in ('quarter', 'year')),
  period date not null,                          -- its first day
  location_id int not null,
  product_id int not null,
  supplier_id int not null,
  lines int not null,
  qty bigint not null,
  cost bigint not null,
  freight bigint not null,
  tax bigint not null,
  last_received date not null,
  -- All of it stands in the index: sums of years are read by the ten thousand.
  primary key (venue_id, grain, period, location_id, product_id, supplier_id) include (lines, qty, cost, freight, tax, last_received),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, product_id) references product
);
alter table purchase_sum enable row level security, force row level security;
create policy venue_wall on purchase_sum using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select on purchase_sum to daybook_report;
grant select, insert, update on purchase_sum to daybook_app;

insert into purchase_sum (venue_id, grain, period, location_id, product_id, supplier_id, lines, qty, cost, freight, tax, last_received)
select venue_id, g.grain, date_trunc(g.grain, received_on)::date, location_id, product_id, supplier_id, count(*), sum(qty), sum(cost), sum(freight), sum(tax), max(received_on)
from purchase_line cross join (values ('quarter'), ('year')) as g(grain) group by 1, 2, 3, 4, 5, 6;
