-- Visits of members by the month went through each visit again, since over some places together a member counts once a day: what lies by weekday and set of places
-- tells it for whichever are asked for. Visits by the day lie as the words a machine adds, and no longer as digits. Months are counted again by the hourly job; until
-- then they are read visit by visit.
truncate packed_visits;
alter table packed_visits add column day_visits text not null;      -- day since 1970-01-01, visits and new members of each place in the order of made_of, then over all; base64 of 32-bit words
alter table packed_visits add column weekday_visits text not null;  -- by weekday, how many went to just these places on a day, and on how many days just these had anybody
-- Read for every month of a report, and so not to be fetched from elsewhere.
alter table packed_visits set (toast_tuple_target = 8160);
-- The version before reads this for the second it still lives, and finds no month counted.
alter table packed_visits alter column visits drop not null;
