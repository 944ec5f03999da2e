-- Visits of members by the month went through each visit again, since over some places together a member counts once a day: what lies beside a month's days tells it
-- for whichever places are asked for. Months without are counted again by the hourly job; until then they are read visit by visit.
alter table packed_visits add column weekday_visits text;  -- by weekday, how many went to just these places on a day, and on how many days just these had anybody; base64 of 32-bit words
