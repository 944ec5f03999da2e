-- A venue invites somebody; they belong to it once they accept. A table of the house: one person's invitations come from any venue.
create table invitation (
  invitation_id int generated always as identity primary key,
  venue_id int not null,
  employee_id int not null,                     -- what they are to hold is kept there, without effect until they accept
  user_id int references app_user,              -- whose it is, where the venue has had their login before, or another venue adds them
  email text,                                   -- else of whoever has this address when it is used
  email_key text,
  invited_by int references app_user,
  token_hash bytea unique,                      -- of the mailed link, SHA-256
  password_until timestamptz,                   -- until when a password can be chosen with the link
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('accepted', 'declined', 'taken back')),
  check (user_id is not null or email_key is not null)
);
create unique index invitation_open on invitation (venue_id, employee_id) where ended_at is null;
create index invitation_by_address on invitation (email_key) where ended_at is null;
create index invitation_by_user on invitation (user_id) where ended_at is null;

-- What is read needs to know who is invited where, and nothing of the link.
revoke select on invitation from daybook_report;
grant select (venue_id, employee_id, user_id, ended_at, expires_at) on invitation to daybook_report;
