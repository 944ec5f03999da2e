-- A payment or refund that no till tender matches by itself: somebody tied it to a tender, or said why there is none. Untying removes the row; the audit
-- trail keeps who did either.
create table payment_match (
  venue_id int not null,
  provider text not null,
  entry_id text not null,                       -- the payment or refund at the provider
  location_id int not null,
  sale_id bigint,                               -- the tender it is tied to; null where it is explained
  payment_no smallint,
  reason text,                                  -- why there is no tender; null where it is tied
  made_at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  primary key (venue_id, provider, entry_id),
  check ((sale_id is null) = (payment_no is null)),
  check ((sale_id is null) <> (reason is null))
);
-- A tender is tied to one payment.
create unique index payment_match_by_tender on payment_match (venue_id, sale_id, payment_no);
alter table payment_match enable row level security;
alter table payment_match force row level security;
create policy venue_wall on payment_match using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete on payment_match to daybook_app;
grant select on payment_match to daybook_report;
