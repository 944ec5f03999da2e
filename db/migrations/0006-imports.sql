-- Files handed over in the browser. Server processes hold no state, so a file rests here between being looked at, checked and
-- brought in, in pieces that no statement minds; after a week it is forgotten.

create table import_file (
  venue_id int not null references venue,
  file_id bigint not null,
  file_name text not null,
  size bigint not null,
  uploaded_by int,                              -- house table: no foreign key across the wall
  uploaded_at timestamptz not null default now(),
  primary key (venue_id, file_id)
);

create table import_file_piece (
  venue_id int not null,
  file_id bigint not null,
  piece_no smallint not null,
  bytes bytea not null,
  primary key (venue_id, file_id, piece_no),
  foreign key (venue_id, file_id) references import_file on delete cascade
);

-- status: waiting, running, done, refused (rows were wrong and all or nothing was asked for), failed (could not be read to its end).
alter table import_run
  drop column errors,
  add column file_id bigint,                    -- null for files brought in on the command line
  add column mapping jsonb not null default '{"Columns":{}}',
  add column corrections jsonb not null default '[]',
  add column check_only boolean not null default false,
  add column all_or_nothing boolean not null default false,
  add column granted_locations int[],           -- those of whoever started it; null means all, new ones too
  add column progress real not null default 0,
  add column rows_rejected int not null default 0,
  add column totals jsonb not null default '{}', -- accepted, in minor units by currency
  add column first_day date,
  add column last_day date,
  add column new_locations text[] not null default '{}',
  add column columns text[] not null default '{}',
  add column failure jsonb;                     -- a code of the failure list and its values
create index import_run_by_time on import_run (venue_id, started_at desc);

-- The rows of a run that are wrong, as they stand in the file, with the reasons; kept for a month to be corrected.
create table import_wrong_row (
  venue_id int not null,
  run_id bigint not null,
  line int not null,
  cells jsonb not null,
  errors jsonb not null,
  primary key (venue_id, run_id, line),
  foreign key (venue_id, run_id) references import_run on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['import_file', 'import_file_piece', 'import_wrong_row'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
