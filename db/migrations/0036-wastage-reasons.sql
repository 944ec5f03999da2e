-- Why a line was written off, as the till told it: a name behind a small key (dimension_key, dimension 9), like that of who rang it up. Null where none was told,
-- as on every line there is. Without a default nothing is written anew, however many lines there are, and a server of before goes on reading.
alter table sale_line add column wastage_reason_key int;
