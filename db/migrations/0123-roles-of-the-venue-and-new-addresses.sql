-- A venue makes roles of its own. A change says which version of the role it was made from.
alter table role add column version int not null default 1;

-- The address somebody is to have from now on, until it is confirmed by the link that was mailed there. One at a time for each login.
create table email_change (
  user_id int primary key references app_user,
  email text not null,
  asked_by int references app_user,             -- the person themselves, or somebody of their venue
  venue_id int,                                 -- the venue that corrected the address; null where the person did
  token_hash bytea unique,                      -- of the mailed link, SHA-256
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null
);
revoke select on email_change from daybook_report;
