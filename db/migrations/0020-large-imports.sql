-- A large file comes in parts: the SHA-256 of each, in their order. null: it came in one.
alter table import_file add column part_hashes text[];
-- A location that an import made and that stayed empty: it is there for the facts of sales that were taken back, and for nobody else.
alter table location add column removed_at timestamptz;
-- When a run was last heard of: one of the command line that was killed has nobody else to say that it is over.
alter table import_run add column alive_at timestamptz;
