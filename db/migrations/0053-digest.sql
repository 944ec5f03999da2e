-- Who asked for the daily mail of the fraud check. A row goes when its person may no longer see loyalty.

create table fraud_digest (
  venue_id int not null references venue,
  employee_id int not null,
  user_id int not null,
  asked_at timestamptz not null,
  told_until timestamptz not null,              -- cases opened up to this moment were told, or were there before it was asked for
  sent_on date,                                 -- the day of the last mail, by UTC
  primary key (venue_id, employee_id)
);
alter table fraud_digest enable row level security;
alter table fraud_digest force row level security;
create policy venue_wall on fraud_digest using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on fraud_digest to daybook_app;
grant select on fraud_digest to daybook_report;

-- Expiries are few, and are listed by themselves.
create index loyalty_movement_expiries on loyalty_movement (venue_id, at) where kind = 5;
