-- The second factor of people: a secret shared with their authenticator app, and codes for the day it is lost. Tables of the house.
create table second_factor (
  user_id int primary key references app_user,
  secret bytea,                                 -- AES-256-GCM under a key of the installation; null until the first was confirmed
  confirmed_at timestamptz,
  last_step bigint not null default 0,          -- a code is good once: the step of the last one used
  pending_secret bytea,                         -- shown, and not confirmed by a code yet
  pending_until timestamptz
);

create table recovery_code (
  user_id int not null references app_user,
  code_hash bytea not null,                     -- SHA-256; 80 random bits need no salt
  used_at timestamptz,
  primary key (user_id, code_hash)
);
