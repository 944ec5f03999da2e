-- Personal tokens that an assistant fetches by itself, by OAuth 2.1 (docs/decisions/0100).
alter table personal_token
  add column client text,                      -- what the assistant calls itself; null: made by hand
  add column client_hash bytea,                -- SHA-256 of its client_id
  add column redirect_uri text,                -- where its code was sent
  add column code_hash bytea unique,           -- of the code it is fetched with, once
  add column code_until timestamptz,
  add column code_challenge text,              -- SHA-256 of what only the assistant knows, base64url
  add column fetched_at timestamptz,           -- null: not fetched yet, and no token anybody has
  add column access_until timestamptz,         -- how long what was given out last works; null: as long as the token
  add column refresh_hash bytea unique;
grant select (client, fetched_at, access_until) on personal_token to daybook_report;

-- Refresh tokens that were exchanged. One that is shown again was stolen, from whoever shows it or by them.
create table spent_refresh (
  refresh_hash bytea primary key,
  token_id int not null references personal_token on delete cascade,
  spent_at timestamptz not null default now()
);
revoke select on spent_refresh from daybook_report;
