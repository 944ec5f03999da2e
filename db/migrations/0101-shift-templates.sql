-- A template that a provider shows through the shifts made of it alone: the last day of the newest of them. Null where it is told by itself.
alter table roster_template add column last_day date;
