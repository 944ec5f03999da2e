
-- What somebody does not want to hear of any more of the list of what is odd: one occurrence by its key, from a moment on until a trading day, or for good.
create table attention_dismissal (
  venue_id int not null,
  employee_id int not null,
  key text not null check (length(key) <= 100),
  until date,                          -- the trading day on which it is told again; null: never
  dismissed_at timestamptz not null,
  primary key (venue_id, employee_id, key),
  foreign key (venue_id, employee_id) references employee
);

alter table attention_dismissal enable row level security;
alter table attention_dismissal force row level security;
create policy venue_wall on attention_dismissal
  using (venue_id = nullif(current_setting('app.venue', true), '')::int)
  with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select on attention_dismissal to daybook_report;
grant select, insert, update, delete on attention_dismissal to daybook_app;
