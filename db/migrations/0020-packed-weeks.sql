-- A packed month keeps its weeks as well, for reports by week: five rows where its days are thirty. A week is the venue's own, so what it
-- begins on is kept beside it. Months that were packed before are packed anew by the hourly job; until then they are read day by day.
truncate packed_month;
alter table packed_month add column week_start smallint not null;
alter table packed_month add column weeks text not null;
