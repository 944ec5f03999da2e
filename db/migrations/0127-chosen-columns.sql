-- Which columns of a report's table a person chose, by table, in their order; a table that is not named has its main columns.
alter table user_preference add column columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object');
