-- Rows of an order may lie anywhere in a file: what is still left out are numbers that stand in several rows, each of which was to be a sale.
alter table import_run rename column scattered_orders to shared_numbers;
alter table import_run rename column scattered_totals to shared_totals;
-- A run can be stopped by whoever sees it: the job looks at this as it goes on. What was stored by then stays, and can be undone.
alter table import_run add column stop_asked boolean not null default false;
-- What came in, for the sentence that says so.
alter table import_run
  add column lines int not null default 0,                -- of the accepted sales
  add column locations text[] not null default '{}';      -- names of their locations, the first hundred
