-- What an import left out for the sake of the whole file: orders whose rows lie too far apart, with what they come to in minor units by currency, and
-- names of locations that the venue does not have.
alter table import_run
  add column scattered_orders integer not null default 0,
  add column scattered_totals jsonb not null default '{}',
  add column missing_locations text[] not null default '{}';
