-- What a count was made against, a note for each medium that was counted, and photos of the count or the banking slip.

alter table till_count add column opening_float bigint;     -- of the session when it was counted, minor units; null: counted before this was kept
alter table till_counted add column note text not null default '';

create table till_photo (
  venue_id int not null,
  session_id bigint not null,
  photo_id bigint not null,
  kind smallint not null,                       -- 1 the count, 2 the banking slip
  content bytea not null,                       -- JPEG without metadata, written by the server itself
  at timestamptz not null,
  kept boolean not null default false,          -- it was there when the sheet was committed, so it is never deleted
  user_id int not null,                         -- who attached it
  on_behalf_of_user_id int,
  primary key (venue_id, session_id, photo_id),
  foreign key (venue_id, session_id) references till_session
);
alter table till_photo enable row level security;
alter table till_photo force row level security;
create policy venue_wall on till_photo using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, delete, update (kept) on till_photo to daybook_app;
grant select on till_photo to daybook_report;
