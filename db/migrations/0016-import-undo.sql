-- An import can be undone: its sales are taken back by counter-entries, and the same file can be imported again (docs/decisions/0094).

-- What an undone import brought is as if it had never come. Its rows stay, so what comes again under the same receipt and revision is of the next round.
alter table sale
  add column round int not null default 0,                -- how often the receipt had been taken back by undoing an import before this came
  add column undoes boolean not null default false;       -- a counter-entry made by undoing the import that brought what it takes back
alter table sale drop constraint sale_venue_id_receipt_terminal_key_location_id_revision_kin_key;
alter table sale add constraint sale_natural_key unique (venue_id, receipt, terminal_key, location_id, revision, kind, round);
-- What an import brought, in the order it came; sales of tills are not in it.
create index sale_by_import on sale (venue_id, batch_id, location_id, sale_id) where source = 'Import';

-- How undoing a run went.
alter table import_run
  add column undo_status text,                            -- waiting, running, done, failed; null: nobody asked for it
  add column undo_progress real not null default 0,
  add column undone_by int,                               -- who asked for it, and in whose name they acted
  add column undo_acted_by int,
  add column undone_at timestamptz,
  add column undone_sales int not null default 0,         -- taken back in all
  add column undone_totals jsonb not null default '{}',   -- what those came to, in minor units by currency
  add column undo_stayed jsonb not null default '{}';     -- sales that were left as they are, by the reason
