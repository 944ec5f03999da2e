-- Tables booked, as the booking system told them last. No names and no telephone numbers: nothing here is asked by person.
create table reservation (
  venue_id int not null,
  location_id int not null,
  reservation_id text not null,
  revision int not null,
  status smallint not null,                -- 1 booked, 2 confirmed, 3 seated, 4 completed, 5 no-show, 6 cancelled, 7 walk-in, 8 waitlist
  business_date date not null,             -- the trading day it is for
  due_at timestamptz not null,
  booked_at timestamptz,
  seated_at timestamptz,
  left_at timestamptz,
  cancelled_at timestamptz,
  covers int not null,
  seated_covers int,
  area text,
  content_hash bytea not null,
  received_at timestamptz not null,
  primary key (venue_id, location_id, reservation_id),
  foreign key (venue_id, location_id) references location
);
create index reservation_by_day on reservation (venue_id, location_id, business_date);

-- The counts of a location's day, made anew in the transaction of whatever changes it.
create table reservation_day (
  venue_id int not null,
  location_id int not null,
  day date not null,
  counts text not null,                    -- in the order of RESERVATION_SUMS
  primary key (venue_id, location_id, day)
);

do $$
declare t text;
begin
  foreach t in array array['reservation', 'reservation_day'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
