-- An order list that was edited and is not made yet: one for each location and supplier, which colleagues see and go on with. It counts as on order only once it is made.
create table saved_order (
  venue_id int not null,
  saved_id bigint not null,
  location_id int not null,
  supplier_id int not null,
  version int not null default 1,                -- counts up with every saving; whoever goes on from an earlier one is told
  note text not null default '',
  saved_by int,
  saved_at timestamptz not null,
  primary key (venue_id, saved_id),
  unique (venue_id, location_id, supplier_id),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, supplier_id) references venue_supplier
);
create table saved_order_line (
  venue_id int not null,
  saved_id bigint not null,
  product_id int not null,
  packs int not null check (packs >= 0),         -- 0: suggested, and taken off by hand
  primary key (venue_id, saved_id, product_id),
  foreign key (venue_id, saved_id) references saved_order,
  foreign key (venue_id, product_id) references product
);

do $$
declare t text;
begin
  foreach t in array array['saved_order', 'saved_order_line'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select on %I to daybook_report', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
  end loop;
end $$;
