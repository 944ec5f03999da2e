-- What somebody's dashboard shows at a venue: their measures in their order. Whoever has no row sees the layout their tags begin with.
create table dashboard (
  venue_id int not null,
  employee_id int not null,
  measures jsonb not null,
  changed_at timestamptz not null,
  primary key (venue_id, employee_id),
  foreign key (venue_id, employee_id) references employee
);

alter table dashboard enable row level security;
alter table dashboard force row level security;
create policy venue_wall on dashboard
  using (venue_id = nullif(current_setting('app.venue', true), '')::int)
  with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select on dashboard to daybook_report;
grant select, insert, update, delete on dashboard to daybook_app;
