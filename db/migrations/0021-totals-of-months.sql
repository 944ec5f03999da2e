-- Cumulative sums are kept at the ends of months alone: kind 0 of all days since the location's first trade, and kinds 1 to 7 the same for the days of one ISO
-- weekday. What they lack of a range are the days of two months at most, which are rows of the rollup.
delete from running_total where kind = 8;

-- A row of a day that is over is never written again, and those of today find room where what they were before is cleared away.
alter table rollup set (fillfactor = 100);
alter table rollup_tender set (fillfactor = 100);
alter table rollup_beside set (fillfactor = 100);
alter table rollup_cover set (fillfactor = 100);
