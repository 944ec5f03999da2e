-- Reports that are mailed by themselves, to whom, and every sending with what became of each mail.
create table report_schedule (
  venue_id int not null,
  schedule_id bigint not null,
  employee_id int not null,                     -- whose it is; it stops when they leave
  name text not null,
  path text not null,                           -- what is sent, as a saved view has it
  search text not null,
  report_path text not null,
  report_query jsonb not null,
  every text not null,                          -- day, week, month
  on_day smallint not null,                     -- the trading day whose end sends it: ISO weekday, or day of the month, 31 = its last; 0 = each
  language text not null,
  attachment text not null,                     -- none, csv, xlsx
  skip_empty boolean not null,
  paused boolean not null default false,
  next_day date not null,                       -- the trading day whose end sends it next
  stopped_at timestamptz,                       -- its owner left
  created_at timestamptz not null default now(),
  primary key (venue_id, schedule_id),
  foreign key (venue_id, employee_id) references employee
);

create table schedule_recipient (
  venue_id int not null,
  schedule_id bigint not null,
  employee_id int not null,
  unsubscribed_at timestamptz,                  -- by themselves: only they come back
  primary key (venue_id, schedule_id, employee_id),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade,
  foreign key (venue_id, employee_id) references employee
);

create table schedule_run (
  venue_id int not null,
  run_id bigint not null,
  schedule_id bigint not null,
  kind text not null,                           -- due, again, test
  day date not null,                            -- the trading day it is about
  nth int not null,                             -- 0 for what was due; those asked for are counted
  asked_by int,                                 -- an employee, where somebody asked
  created_at timestamptz not null default now(),
  primary key (venue_id, run_id),
  unique (venue_id, schedule_id, kind, day, nth),
  foreign key (venue_id, schedule_id) references report_schedule on delete cascade
);

-- One row for each run and recipient, written in the transaction that asks for the sending: what is written here is sent, and once.
create table schedule_mail (
  venue_id int not null,
  run_id bigint not null,
  employee_id int not null,
  state text not null default 'waiting',        -- waiting, sending, sent, no-access, no-address, unsubscribed, empty, refused
  why text not null default '',                 -- what kept it from being sent, as a code or the mail server's words
  tries int not null default 0,
  claimed_at timestamptz,
  done_at timestamptz,
  token_hash bytea,                             -- of the link by which the recipient leaves; the link itself is nowhere
  primary key (venue_id, run_id, employee_id),
  unique (venue_id, token_hash),
  foreign key (venue_id, run_id) references schedule_run on delete cascade,
  foreign key (venue_id, employee_id) references employee
);

do $$
declare t text;
begin
  foreach t in array array['report_schedule', 'schedule_recipient', 'schedule_run', 'schedule_mail'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
