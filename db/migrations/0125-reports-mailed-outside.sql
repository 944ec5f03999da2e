-- People outside Daybook whom scheduled reports are mailed to: an address is confirmed once for the venue, by the link it gets.
create table outside_recipient (
  venue_id int not null,
  outside_id bigint not null,
  address text not null,
  address_key text not null,                    -- in small letters
  state text not null default 'asked',          -- asked, confirmed, declined
  asked_by int not null,                        -- the employee who asked last
  asked_at timestamptz not null,                -- of the last confirmation mail: there is none again within a day
  language text not null,
  expires_at timestamptz not null,              -- of the link; seven days
  answered_at timestamptz,
  token_hash bytea,                             -- of the link; the link itself is nowhere
  primary key (venue_id, outside_id),
  unique (venue_id, address_key),
  unique (venue_id, token_hash),
  foreign key (venue_id, asked_by) references employee
);

create table schedule_outside (
  venue_id int not null,
  schedule_id bigint not null,
  outside_id bigint not null,
  unsubscribed_at timestamptz,                  -- by themselves: nobody brings them back
  primary key (venue_id, schedule_id, outside_id),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade,
  foreign key (venue_id, outside_id) references outside_recipient
);

do $$
declare t text;
begin
  foreach t in array array['outside_recipient', 'schedule_outside'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
revoke select on outside_recipient from daybook_report;
grant select (venue_id, outside_id, address, address_key, state, asked_by, asked_at, language, expires_at, answered_at) on outside_recipient to daybook_report;

-- A mail goes to an employee or to somebody outside; the numbers of the two never meet.
alter table schedule_mail drop constraint schedule_mail_pkey;
alter table schedule_mail alter column employee_id drop not null;
alter table schedule_mail add column outside_id bigint;
alter table schedule_mail add column recipient_id bigint not null generated always as (coalesce(employee_id::bigint, outside_id)) stored;
alter table schedule_mail add primary key (venue_id, run_id, recipient_id);
alter table schedule_mail add foreign key (venue_id, outside_id) references outside_recipient;
grant select (outside_id, recipient_id) on schedule_mail to daybook_report;
