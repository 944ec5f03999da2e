-- What a channel keeps of an order is a cost of the trading day on which the order was placed, kept with the order.
alter table deliverect_order add column business_date date;
-- The walls are lifted while the orders of all venues get their day, by the clock that their location has now.
alter table deliverect_order no force row level security;
alter table location no force row level security;
update deliverect_order o set business_date = ((o.placed_at at time zone l.time_zone) - l.day_start::interval)::date
  from location l where l.venue_id = o.venue_id and l.location_id = o.location_id;
alter table location force row level security;
alter table deliverect_order force row level security;
alter table deliverect_order alter column business_date set not null;
-- In minor units; null where nobody said what the channel takes, and where the order does not count.
alter table deliverect_order add column commission bigint generated always as (
  case when is_known and not is_cancelled and not is_test and reasons = '[]' then round(commission_base * commission_percent / 100)::bigint end) stored;
create index deliverect_order_day on deliverect_order (venue_id, location_id, business_date)
  where is_known and not is_cancelled and not is_test and reasons = '[]';

-- Names and addresses of customers are for the till, and for no report.
revoke select on deliverect_order from daybook_report;
grant select (venue_id, order_id, location_id, channel, name, placed_at, is_known, is_cancelled, total, commission_base, commission_percent, sale, reasons, is_test,
  unknown, to_tell, told, tell_refused, till, till_since, till_reason, till_sale, till_terminal, business_date, commission) on deliverect_order to daybook_report;
