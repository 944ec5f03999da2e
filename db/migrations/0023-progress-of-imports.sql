-- While an import runs, one sees how many of its rows are done and what they come to so far.
alter table import_run add column rows_done int not null default 0; -- of rows_read; rows_read, accepted, duplicates and totals are those so far until the run has ended
