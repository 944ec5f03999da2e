-- Sums that the reports do without: what is left answers within the same time.

drop table venue_running_total;
drop table packed_item;
drop table packed_month;
