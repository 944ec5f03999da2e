-- Sales of an import by month.

alter table import_run add column months jsonb not null default '{}'; -- of sales that were accepted: month → sales, and totals in minor units by currency
