-- People: who signs in, and what they are and may do at each venue. A login is of the house, an employee of a venue.

-- A person who signs in, at whichever venues.
create table app_user (
  user_id int generated always as identity primary key,
  user_name text not null,
  user_name_key text not null unique,          -- NFKC, case-folded: two names that look alike are one
  display_name text not null,
  email text,
  email_key text unique,
  password_hash text,                          -- argon2id; null until a password is set
  password_changed_at timestamptz,
  is_admin boolean not null default false,     -- the reserved Admin role, held by this flag and never by a role's name
  is_sample boolean not null default false,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  has_password boolean not null generated always as (password_hash is not null) stored -- for whoever may not read the hash
);
revoke select on app_user from daybook_report;
grant select (user_id, user_name, user_name_key, display_name, email, email_key, password_changed_at, is_admin, is_sample, locked_until, created_at,
  has_password) on app_user to daybook_report;

-- The second factor of a person: a secret shared with their authenticator app.
create table second_factor (
  user_id int primary key references app_user,
  secret bytea,                                -- AES-256-GCM under a key of the installation; null until the first was confirmed
  confirmed_at timestamptz,
  last_step bigint not null default 0,         -- a code is good once: the step of the last one used
  pending_secret bytea,                        -- shown, and not confirmed by a code yet
  pending_until timestamptz
);
revoke select on second_factor from daybook_report;

-- Codes for the day the authenticator app is lost.
create table recovery_code (
  user_id int not null references app_user,
  code_hash bytea not null,                    -- SHA-256; 80 random bits need no salt
  used_at timestamptz,
  primary key (user_id, code_hash)
);
revoke select on recovery_code from daybook_report;

-- How a person likes Daybook to look and speak, wherever they sign in. Null: never chosen.
create table user_preference (
  user_id int primary key references app_user,
  language text check (language in ('en', 'jp')), -- null: as the venue speaks; mails to the person follow it too
  theme text check (theme in ('system', 'light', 'dark')),
  density text check (density in ('standard', 'compact')),
  shortcuts boolean,
  -- By table of a report, its columns in their order. A table that is not named has its main columns.
  columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object')
);

-- The address somebody is to have from now on, until it is confirmed by the link that was mailed there. One at a time for each login.
create table email_change (
  user_id int primary key references app_user,
  email text not null,
  asked_by int references app_user,            -- the person themselves, or somebody of their venue
  venue_id int,                                -- the venue that corrected the address; null where the person did
  token_hash bytea unique,                     -- of the mailed link, SHA-256
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null
);
revoke select on email_change from daybook_report;

-- Links in mails: single use, expiring, stored as SHA-256.
create table link_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invite')),
  user_id int not null references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index link_token_by_user on link_token (user_id) where used_at is null and voided_at is null;
revoke select on link_token from daybook_report;
grant select (purpose, user_id, created_at, expires_at, used_at, voided_at) on link_token to daybook_report;

create sequence role_id_seq as int;

-- What people of a venue may do, by tags. A venue makes roles of its own.
create table role (
  venue_id int not null references venue,
  role_id int not null default nextval('role_id_seq'),
  name text not null,
  name_key text not null,
  tags text[] not null,
  version int not null default 1,              -- a change says which version it was made from
  primary key (venue_id, role_id),
  unique (venue_id, name_key)
);
alter table role enable row level security, force row level security;
create policy venue_wall on role using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

create sequence employee_id_seq as int;

-- A person as a venue knows them. They hold the tags of their roles and their own, at the locations they were given.
create table employee (
  venue_id int not null references venue,
  employee_id int not null default nextval('employee_id_seq'),
  user_id int,                                 -- of a table of the house: no foreign key from tables of venues
  first_name text not null,
  surname text not null,
  nickname text not null default '',
  user_name text,
  display_name text not null,
  email text,
  phone text,
  active boolean not null default true,
  registered boolean not null default false,
  invited_at timestamptz,
  revoked_at timestamptz,
  tags text[] not null default '{}',           -- held beside those of the roles
  all_locations boolean not null default false,
  access_version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (venue_id, employee_id)
);
create index employee_by_user on employee (venue_id, user_id);
alter table employee enable row level security, force row level security;
create policy venue_wall on employee using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Which roles an employee holds.
create table employee_role (
  venue_id int not null,
  employee_id int not null,
  role_id int not null,
  primary key (venue_id, employee_id, role_id),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, role_id) references role
);
alter table employee_role enable row level security, force row level security;
create policy venue_wall on employee_role using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- At which locations, where it is not all of them.
create table employee_location (
  venue_id int not null,
  employee_id int not null,
  location_id int not null,
  primary key (venue_id, employee_id, location_id),
  foreign key (venue_id, employee_id) references employee,
  foreign key (venue_id, location_id) references location
);
alter table employee_location enable row level security, force row level security;
create policy venue_wall on employee_location using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- Which venues a person may open, and as which employee.
create table user_venue (
  user_id int not null references app_user,
  venue_id int not null,
  employee_id int not null,
  last_opened_at timestamptz,
  primary key (user_id, venue_id)
);
create index user_venue_by_venue on user_venue (venue_id, employee_id);

-- A venue invites somebody; they belong to it once they accept. A person's invitations come from any venue, so this is a table of the house.
-- Reports need to know who is invited where, and nothing of the link.
create table invitation (
  invitation_id int generated always as identity primary key,
  venue_id int not null,
  employee_id int not null,                    -- what they are to hold is kept there, without effect until they accept
  user_id int references app_user,             -- whose it is, where the venue has had their login before, or another venue adds them
  email text,                                  -- else of whoever has this address when it is used
  email_key text,
  invited_by int references app_user,
  token_hash bytea unique,                     -- of the mailed link, SHA-256
  password_until timestamptz,                  -- until when a password can be chosen with the link
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('accepted', 'declined', 'taken back')),
  check (user_id is not null or email_key is not null)
);
create unique index invitation_open on invitation (venue_id, employee_id) where ended_at is null;
create index invitation_by_address on invitation (email_key) where ended_at is null;
create index invitation_by_user on invitation (user_id) where ended_at is null;
revoke select on invitation from daybook_report;
grant select (venue_id, employee_id, user_id, expires_at, ended_at) on invitation to daybook_report;
