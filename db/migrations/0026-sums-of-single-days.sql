-- Beside the cumulative sums at the ends of months, the sums of products on each day are kept as text: rows of running_total of kind 8, each of its own day alone. They take
-- the place of cumulative sums on the 10th and 20th. The hourly job makes them.
delete from running_total where subject = 1 and kind = 0 and extract(day from day) in (10, 20);
