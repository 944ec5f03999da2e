-- Report screens people keep under a name, for themselves or for the venue, and the one that is opened when they sign in.
create table saved_view (
  venue_id int not null,
  view_id bigint not null,
  employee_id int not null,                     -- whose it is
  name text not null,
  path text not null,                           -- the screen
  search text not null,                         -- what stands behind the ? of its address; ready-made ranges stay words
  report_path text not null,                    -- the call the screen asks, and what it is asked with; its days follow from search
  report_query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (venue_id, view_id),
  unique (venue_id, employee_id, path, name),
  foreign key (venue_id, employee_id) references employee
);

create table home_view (
  venue_id int not null,
  employee_id int not null,
  view_id bigint not null,
  primary key (venue_id, employee_id),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, view_id) references saved_view on delete cascade
);
create index home_view_by_view on home_view (venue_id, view_id);

do $$
declare t text;
begin
  foreach t in array array['saved_view', 'home_view'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
