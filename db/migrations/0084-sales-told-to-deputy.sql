-- Sales by the hour that a rostering provider is told, where somebody switched it on for the link.
alter table link add column tells_sales boolean not null default false;

-- What it was told last, so that an hour that changed is told again and all others are not.
create table sales_told (
  venue_id int not null,
  link_id bigint not null,
  reference text not null,                      -- location, trading day and hour, by which the provider knows it again
  area bigint not null,                         -- the provider's id of the area that has the location's sales
  value bigint not null,                        -- minor units
  told_at timestamptz not null,
  primary key (venue_id, link_id, reference),
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table sales_told enable row level security;
alter table sales_told force row level security;
create policy venue_wall on sales_told using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on sales_told to daybook_app;
grant select on sales_told to daybook_report;
