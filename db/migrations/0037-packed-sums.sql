-- The sums of a packed month as the words a machine adds, and no longer as digits: a report by day over years reads a hundred thousand of them, and looking at
-- digits took a third of its reading. Months are packed again by the hourly job; until then their days are read row by row.
truncate packed_month;
alter table packed_month add column day_sums text not null;     -- eighteen sums of each day: the total's eleven measures, seven beside it; base64 of 32-bit words
alter table packed_month add column week_sums text not null;    -- the same of each week, under its first day in the month
alter table packed_month add column member_sums text not null;  -- of each day sales with a card, their amount, amount of all
-- The version before reads these for the second it still lives, and finds no month packed.
alter table packed_month alter column days drop not null;
alter table packed_month alter column weeks drop not null;
