-- What of the menu a location publishes. A product that is not here is published nowhere.
create table marketplace_group (
  venue_id int not null,
  location_id int not null,
  group_no smallint not null,                      -- its place on the menu, from 1
  name text not null,
  description text not null,
  primary key (venue_id, location_id, group_no),
  foreign key (venue_id, location_id) references location_marketplace
);

create table marketplace_item (
  venue_id int not null,
  location_id int not null,
  product_id int not null,
  item_id text not null,                           -- what the storefront calls it; stays as long as it is published
  group_no smallint not null,
  place int not null,                              -- its place in the group, from 1
  name text,                                       -- null: as the product is called
  description text not null,
  primary key (venue_id, location_id, product_id),
  foreign key (venue_id, location_id) references location_marketplace,
  foreign key (venue_id, product_id) references product
);

do $$
declare t text;
begin
  foreach t in array array['marketplace_group', 'marketplace_item'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
