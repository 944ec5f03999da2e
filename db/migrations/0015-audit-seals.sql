-- The chain over a venue's audit rows: each seal is a hash over the one before it and its row, so that a row changed, taken away or put in
-- later shows. Written once by the server, a second or so after the row. Venue 0 is the house, so it refers to no venue.
create table audit_seal (
  venue_id int not null,
  seq bigint not null,
  event_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (venue_id, seq),
  unique (venue_id, event_id)
);
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy venue_wall on audit_seal using (venue_id = nullif(current_setting('app.venue', true), '')::int)
  with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
revoke update, delete on audit_seal from daybook_app;
