-- A wall screen is a session of its own kind: it reads the dashboard of whoever began it, at some of their locations, on the one device that holds its cookie.
alter table session add column board_name text;
alter table session add column board_locations int[];
grant select (board_name, board_locations) on session to daybook_report;

-- Codes that screens show to be claimed: each is good once, for ten minutes.
create table board_pairing (
  code_hash bytea primary key,                  -- SHA-256
  device_hash bytea not null,                   -- SHA-256 of the screen's cookie, which its session will be bound to
  expires_at timestamptz not null,
  used_at timestamptz,
  ip text,
  user_agent text
);
revoke select on board_pairing from daybook_report;
