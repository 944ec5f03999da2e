-- Stored sums lie by their place in a list. A row says by the format which list that was, and one of another format counts as not there: it is read from what it was made
-- of, and made anew by the hourly job. What is there was written without an end, so that one cut short could not be told from a whole one: it is made anew too.
alter table packed_month add column format text not null default '';
alter table packed_visits add column format text not null default '';
alter table running_total add column format text not null default '';
alter table venue_running_total add column format text not null default '';

-- In which format its items are packed; empty while they are not. items_packed stays false from now on, for the second a version before still reads.
alter table packed_month add column items_format text not null default '';

-- Counts of reservations are written as before, so that those there are stay.
alter table reservation_day add column format text not null default 'ebd776ad7d556e8f';
alter table reservation_day alter column format set default '';
