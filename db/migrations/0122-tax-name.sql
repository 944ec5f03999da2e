-- What a venue calls the tax in its prices; empty where it never chose: then its currency says.
alter table venue add column tax_name text not null default '';
