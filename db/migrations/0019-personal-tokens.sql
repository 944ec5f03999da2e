-- What people read their reports with from outside the app: a spreadsheet, a BI tool, an assistant (docs/decisions/0097).
create table personal_token (
  token_id int generated always as identity primary key,
  token_hash bytea not null unique,            -- SHA-256; the token itself is nowhere
  prefix text not null,
  user_id int not null references app_user,
  venue_id int not null,
  employee_id int not null,
  name text not null,
  reports text[],                              -- what it may read; null: every report its person may see
  locations int[],                             -- null: every location of its person
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_reason text
);
create index personal_token_by_person on personal_token (user_id, venue_id, token_id desc);
revoke select on personal_token from daybook_report;
grant select (token_id, prefix, user_id, venue_id, employee_id, name, reports, locations, created_at, expires_at, last_used_at, last_used_ip, revoked_at, revoked_reason)
  on personal_token to daybook_report;
