-- Rows of an order may lie anywhere in a file: what is still left out are numbers that stand in several rows, each of which was to be a sale.
alter table import_run rename column scattered_orders to shared_numbers;
alter table import_run rename column scattered_totals to shared_totals;
