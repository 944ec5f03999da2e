-- Covers of a packed month as the words a machine adds, and no longer as digits, in three parts of which a report reads one: by day over three years it read a hundred
-- thousand numbers as digits, more than half of which it did not tell. Months are packed again by the hourly job; until then their hours are read row by row.
alter table packed_guests add column patron_days text not null default '';  -- of each day its number since 1970-01-01, then its covers by patrons of tables; base64 of 32-bit words
alter table packed_guests add column item_days text not null default '';    -- the same by what the items sold stand for
alter table packed_guests add column table_days text not null default '';   -- the same of what tables sold, booked and all
-- The version before reads and writes these under a basis of its own for the second it still lives.
alter table packed_guests alter column covers set default '';
