-- How a location appears on its marketplace. A location without a row has the defaults, which are not enabled.
create table location_marketplace (
  venue_id int not null,
  location_id int not null,
  enabled boolean not null default false,
  display_name text not null default '',
  description text not null default '',
  pickup_enabled boolean not null default true,
  delivery_enabled boolean not null default false,
  preparation_minutes int not null default 15,
  minimum_order bigint not null default 0,         -- minor units of the location's currency
  markup int not null default 0,                   -- hundredths of a percent over the list price
  commission int not null default 0,               -- hundredths of a percent that the marketplace keeps
  opening_hours jsonb not null default '[]',       -- [{ Weekday, Opens, Closes }] on the location's clock
  paused_until timestamptz,
  version int not null default 0,                  -- how often the settings were changed
  menu_version int not null default 0,             -- how often the published menu was changed
  primary key (venue_id, location_id),
  foreign key (venue_id, location_id) references location
);
alter table location_marketplace enable row level security;
alter table location_marketplace force row level security;
create policy venue_wall on location_marketplace using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update on location_marketplace to daybook_app;
grant select on location_marketplace to daybook_report;

-- The venue of each location whose storefront anybody may read: a public call names the location alone, before any venue is known.
create table storefront (
  location_id int primary key,
  venue_id int not null
);
grant select, insert, delete on storefront to daybook_app;
