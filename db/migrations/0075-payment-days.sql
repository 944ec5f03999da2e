-- What card payments come to by trading day and location, made anew from them in the transaction in which one of them comes or changes. A year of a
-- million payments is two thousand rows of this; added up one by one they took seven times as long as a reader should wait.
create table payment_day (
  venue_id int not null,
  business_date date not null,
  location_id int not null,                     -- 0: told of no location
  currency text not null,
  payments int not null,
  volume bigint not null,                       -- minor units, as every amount here
  refunds bigint not null,
  disputed bigint not null,
  other bigint not null,                        -- what is neither a payment nor one of these, nor a fee
  fee_percent bigint not null,                  -- the rates our_fee was worked out by: hundredths of a percent, and what is fixed
  fee_fixed bigint not null,
  our_fee bigint not null,
  our_fee_taken bigint not null,
  provider_fee bigint not null,
  net bigint not null,
  failed int not null,
  failed_amount bigint not null,
  primary key (venue_id, business_date, location_id, currency)
);

alter table payment_day enable row level security, force row level security;
create policy venue_wall on payment_day using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on payment_day to daybook_app;
grant select on payment_day to daybook_report;

-- What has not been paid out yet: the last days of a year.
create index payment_entry_not_paid_out on payment_entry (venue_id, business_date) include (location_id, currency, kind, net) where payout_id is null and kind <> 'payout';

-- How many payments a payout pays out, kept by whatever reads it.
alter table payout add column payments int not null default 0;

do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    update payout p set payments = (
      select count(*) from payment_entry e where e.venue_id = v and e.provider = p.provider and e.payout_id = p.payout_id and e.kind = 'charge')
    where p.venue_id = v;
    insert into payment_day (venue_id, business_date, location_id, currency, payments, volume, refunds, disputed, other, fee_percent, fee_fixed, our_fee,
      our_fee_taken, provider_fee, net, failed, failed_amount)
    select v, business_date, coalesce(location_id, 0), currency, count(*) filter (where kind = 'charge'),
      coalesce(sum(amount) filter (where kind = 'charge'), 0), coalesce(sum(amount) filter (where kind = 'refund'), 0),
      coalesce(sum(amount) filter (where kind = 'dispute'), 0), coalesce(sum(amount) filter (where kind not in ('charge', 'refund', 'dispute', 'fee', 'failed')), 0),
      0, 0, 0, sum(our_fee), sum(fee - our_fee) - coalesce(sum(amount) filter (where kind = 'fee'), 0), sum(net),
      count(*) filter (where kind = 'failed'), coalesce(sum(amount) filter (where kind = 'failed'), 0)
    from (
      select business_date, location_id, currency, kind, amount, fee, our_fee, net from payment_entry where venue_id = v and kind <> 'payout'
      union all
      select business_date, location_id, currency, 'failed', amount, 0, 0, 0 from payment where venue_id = v and status = 'failed') one
    group by 2, 3, 4;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
