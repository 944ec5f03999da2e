-- Imports of sales and cards from files.

-- Which column of a file means what, saved by name.
create table import_mapping (
  venue_id int not null references venue,
  name text not null,
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (venue_id, name)
);
alter table import_mapping enable row level security, force row level security;
create policy venue_wall on import_mapping using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A file handed over in the browser, of sales or of cards: whoever may import sales does not read files of cards, and the other way round.
-- Server processes hold no state, so a file rests here between being looked at, checked and imported. After a week it is deleted.
create table import_file (
  venue_id int not null references venue,
  file_id bigint not null,
  file_name text not null,
  size bigint not null,
  uploaded_by int,                             -- of a table of the house: no foreign key from tables of venues
  uploaded_at timestamptz not null default now(),
  kind text not null default 'sales',          -- sales, cards
  primary key (venue_id, file_id)
);
alter table import_file enable row level security, force row level security;
create policy venue_wall on import_file using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- The bytes of a file, in pieces that are small enough for one statement.
create table import_file_piece (
  venue_id int not null,
  file_id bigint not null,
  piece_no smallint not null,
  bytes bytea not null,
  primary key (venue_id, file_id, piece_no),
  foreign key (venue_id, file_id) references import_file on delete cascade
);
alter table import_file_piece enable row level security, force row level security;
create policy venue_wall on import_file_piece using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- One import of a file: what it was asked to do, and what became of it.
create table import_run (
  venue_id int not null references venue,
  run_id bigint not null,
  file_name text not null,
  mapping_name text not null,
  status text not null,                        -- waiting, running, done, refused (wrong rows, and all or nothing was chosen), failed (could not be read to its end)
  rows_read int not null default 0,
  accepted int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  started_by int,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  file_id bigint,                              -- null for files brought in on the command line
  mapping jsonb not null default '{"Columns":{}}',
  corrections jsonb not null default '[]',
  check_only boolean not null default false,
  all_or_nothing boolean not null default false,
  granted_locations int[],                     -- those of whoever started it; null means all, new ones too
  progress real not null default 0,
  rows_rejected int not null default 0,
  totals jsonb not null default '{}',          -- accepted, in minor units by currency
  first_day date,
  last_day date,
  new_locations text[] not null default '{}',
  columns text[] not null default '{}',
  failure jsonb,                               -- a code of the failure list and its values
  scattered_orders integer not null default 0, -- left out for the sake of the whole file: orders whose rows lie too far apart
  scattered_totals jsonb not null default '{}', -- what those come to, in minor units by currency
  missing_locations text[] not null default '{}', -- names of locations that the venue does not have
  kind text not null default 'sales',          -- sales, cards
  location_id int,                             -- of cards: where the points they bring along are posted
  acted_by int,                                -- who acted in the name of started_by, where somebody did
  cards jsonb not null default '{}',           -- what became of cards so far: new, changed, unchanged, openingCards, openingPoints
  through_line int not null default 0,         -- of cards: everything up to this line of the file is stored, with the counts of it
  primary key (venue_id, run_id)
);
create index import_run_by_time on import_run (venue_id, started_at desc);
alter table import_run enable row level security, force row level security;
create policy venue_wall on import_run using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

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
alter table import_wrong_row enable row level security, force row level security;
create policy venue_wall on import_wrong_row using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
