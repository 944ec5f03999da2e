-- The journal for the accountant: the accounts its lines go to, and what was exported. An export and its days are never changed: a day that
-- changes afterwards gets a further part, which holds the difference alone.

create table journal_setting (
  venue_id int primary key references venue,
  version int not null default 0,
  accounts jsonb not null default '{}'
);

create table journal_export (
  venue_id int not null references venue,
  export_id bigint not null,
  exported_at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  from_day date not null,
  to_day date not null,
  currency text not null,
  primary key (venue_id, export_id)
);

create table journal_part (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  part smallint not null,                       -- 1 the first export of the day, from 2 on its corrections
  export_id bigint not null,
  journal_no int not null,                      -- the running number that accounting programs know it by
  is_final boolean not null,                    -- every drawer of the day was counted by then
  figures jsonb not null,                       -- the whole day as it stood, lines with their accounts, minor units
  lines jsonb not null,                         -- what was exported: of a correction the difference to the part before
  primary key (venue_id, location_id, business_date, part),
  unique (venue_id, journal_no),
  foreign key (venue_id, location_id) references location,
  foreign key (venue_id, export_id) references journal_export
);
create index journal_part_by_export on journal_part (venue_id, export_id);

do $$
declare t text;
begin
  foreach t in array array['journal_setting', 'journal_export', 'journal_part'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
revoke delete on journal_setting from daybook_app;
revoke update, delete on journal_export, journal_part from daybook_app;
