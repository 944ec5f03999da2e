-- When a month is packed, the days of its products are now laid side by side as well. Months that were packed before are packed anew by
-- the hourly job; until then they are read day by day.
truncate packed_month;
