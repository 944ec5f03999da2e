-- What taking a card payment costs the venue, by the trading day from which it holds: a change leaves the days before it as they were. The first rates
-- hold of all days before too, since nothing else is known of them.
create table payment_fee (
  venue_id int not null references venue,
  from_day date not null,
  set_on date not null,                         -- the trading day on which it was set; set again on that day it is corrected
  percent_hundredths bigint not null,
  fixed_minor bigint not null,
  primary key (venue_id, from_day)
);
alter table payment_fee enable row level security;
alter table payment_fee force row level security;
create policy venue_wall on payment_fee using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on payment_fee to daybook_app;
grant select on payment_fee to daybook_report;

do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into payment_fee (venue_id, from_day, set_on, percent_hundredths, fixed_minor)
    select v, '0001-01-01', '0001-01-01', coalesce((value->>'percentHundredths')::bigint, 0), coalesce((value->>'fixedMinor')::bigint, 0)
    from venue_setting where venue_id = v and section = 'payment' and value ? 'percentHundredths';
  end loop;
  perform set_config('app.venue', '', true);
end $$;
