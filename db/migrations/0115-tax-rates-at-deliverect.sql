-- What tax Deliverect has of the products of a location, by PLU and by how an order is handed over; thousandths of a percent.
create table deliverect_tax_rate (
  venue_id int not null,
  location_id int not null,
  plu text not null,
  delivery int not null check (delivery between 0 and 50000),
  takeaway int not null check (takeaway between 0 and 50000),
  eat_in int not null check (eat_in between 0 and 50000),
  primary key (venue_id, location_id, plu),
  foreign key (venue_id, location_id) references location (venue_id, location_id)
);
alter table deliverect_tax_rate enable row level security;
alter table deliverect_tax_rate force row level security;
create policy venue_wall on deliverect_tax_rate using (venue_id = nullif(current_setting('app.venue', true), '')::int)
  with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on deliverect_tax_rate to daybook_app;
grant select on deliverect_tax_rate to daybook_report;
