-- A trading day that was over and told, and to which something came afterwards, says so: how many changes, by how much its amount changed, and when the last came.
-- Told it was an hour after its cut-off, or an hour after the first of its figures came, whichever is later: filling in history is no change of what was told.

-- When the first that counts came; empty until it does. Of days that were there before, nobody noted it: they were told by now, and changes from now on are late.
alter table trading_day_state add column first_received_at timestamptz default now();
alter table trading_day_state add column late_changes integer not null default 0;
alter table trading_day_state add column late_amount bigint not null default 0;
alter table trading_day_state add column late_received_at timestamptz;

-- Reports ask for the late days of a range, of which there are few or none.
create index trading_day_late on trading_day_state (venue_id, location_id, day) where late_changes > 0;
