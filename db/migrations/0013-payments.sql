-- Card payments as providers have them, kept as they answer and never added up by us; what they cost; and payments of card terminals.

-- A card payment as the provider has it. Amounts in minor units of their currency.
create table payment (
  venue_id int not null references venue,
  provider text not null,
  payment_id text not null,
  link_id bigint not null,
  location_id int,                             -- null: taken by the venue's link, of no location
  created_at timestamptz not null,
  business_date date not null,                 -- the trading day at its location, or at the venue's first
  currency text not null,
  amount bigint not null,
  status text not null check (status in ('succeeded', 'pending', 'failed')),
  is_captured boolean not null,
  is_disputed boolean not null,
  failure_code text,
  method text,                                 -- card, or another kind of payment
  brand text,
  last4 text,
  country text,
  primary key (venue_id, provider, payment_id),
  foreign key (venue_id, location_id) references location
);
create index payment_by_day on payment (venue_id, business_date);
alter table payment enable row level security, force row level security;
create policy venue_wall on payment using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What moved money: a payment, a refund, a dispute, a fee, a payout. Its fee is the provider's; our_fee the part of it that is ours.
create table payment_entry (
  venue_id int not null references venue,
  provider text not null,
  entry_id text not null,
  link_id bigint not null,
  location_id int,
  kind text not null,                          -- charge, refund, dispute, fee, payout or other
  provider_type text not null,
  created_at timestamptz not null,
  business_date date not null,
  available_at timestamptz not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  our_fee bigint not null,
  net bigint not null,
  payment_id text,
  source_id text,
  payout_id text,
  primary key (venue_id, provider, entry_id),
  foreign key (venue_id, location_id) references location
);
create index payment_entry_by_day on payment_entry (venue_id, business_date);
create index payment_entry_by_payment on payment_entry (venue_id, payment_id);
-- What a payout pays out is asked for each payout of a range.
create index payment_entry_by_payout on payment_entry (venue_id, provider, payout_id) where payout_id is not null;
-- What has not been paid out yet: the last days of a year.
create index payment_entry_not_paid_out on payment_entry (venue_id, business_date) include (location_id, currency, kind, net) where payout_id is null and kind <> 'payout';
alter table payment_entry enable row level security, force row level security;
create policy venue_wall on payment_entry using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A payment that the holder of the card disputes.
create table payment_dispute (
  venue_id int not null references venue,
  provider text not null,
  dispute_id text not null,
  link_id bigint not null,
  payment_id text not null,
  created_at timestamptz not null,
  currency text not null,
  amount bigint not null,
  status text not null,
  reason text not null,
  answer_by timestamptz,
  primary key (venue_id, provider, dispute_id)
);
alter table payment_dispute enable row level security, force row level security;
create policy venue_wall on payment_dispute using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What the provider paid out to the bank.
create table payout (
  venue_id int not null references venue,
  provider text not null,
  payout_id text not null,
  link_id bigint not null,
  location_id int,
  created_at timestamptz not null,
  arrives_on date not null,
  currency text not null,
  amount bigint not null,
  status text not null,
  failure_code text,
  payments int not null default 0,             -- how many it pays out, kept by whatever reads it
  primary key (venue_id, provider, payout_id),
  foreign key (venue_id, location_id) references location
);
alter table payout enable row level security, force row level security;
create policy venue_wall on payout using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What card payments come to by trading day and location, made anew from them in the transaction in which one of them comes or changes: a year of a
-- million payments is two thousand rows of this.
create table payment_day (
  venue_id int not null,
  business_date date not null,
  location_id int not null,                    -- 0: of no location
  currency text not null,
  payments int not null,
  volume bigint not null,                      -- minor units, as every amount here
  refunds bigint not null,
  disputed bigint not null,
  other bigint not null,                       -- what is neither a payment nor one of these, nor a fee
  fee_percent bigint not null,                 -- the rates our_fee was worked out by: hundredths of a percent, and what is fixed
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

-- What taking a card payment costs the venue, by the trading day from which it holds: a change leaves the days before it as they were. The first
-- rates hold of all days before too, since nothing else is known of them.
create table payment_fee (
  venue_id int not null references venue,
  from_day date not null,
  set_on date not null,                        -- the trading day on which it was set; set again on that day it is corrected
  percent_hundredths bigint not null,
  fixed_minor bigint not null,
  primary key (venue_id, from_day)
);
alter table payment_fee enable row level security, force row level security;
create policy venue_wall on payment_fee using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A payment or refund that no till tender matches by itself: somebody tied it to a tender, or said why there is none. Untying removes the row; the
-- audit trail keeps who did either.
create table payment_match (
  venue_id int not null,
  provider text not null,
  entry_id text not null,                      -- the payment or refund at the provider
  location_id int not null,
  sale_id bigint,                              -- the tender it is tied to; null where it is explained
  payment_no smallint,
  reason text,                                 -- why there is no tender; null where it is tied
  made_at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  primary key (venue_id, provider, entry_id),
  check ((sale_id is null) = (payment_no is null)),
  check ((sale_id is null) <> (reason is null))
);
-- A tender is tied to one payment.
create unique index payment_match_by_tender on payment_match (venue_id, sale_id, payment_no);
alter table payment_match enable row level security, force row level security;
create policy venue_wall on payment_match using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- A payment of a card terminal, as the provider of the terminals has it. Amounts in cents of Australian dollars.
create table terminal_payment (
  venue_id int not null references venue,
  provider text not null,
  account_id text not null,                    -- the merchant id
  payment_id text not null,
  link_id bigint not null,
  location_id int not null,
  business_date date not null,                 -- the terminal's own business day
  local_at timestamp not null,                 -- as the clock of the terminal showed it, which names no zone
  status text not null,                        -- as the provider says it; only what is APPROVED is added up
  terminal text not null,
  card text,
  last4 text,
  is_refund boolean not null,
  is_reversal boolean not null,
  sale bigint not null,
  refund bigint not null,                      -- below zero
  tip bigint not null,
  cash_out bigint not null,
  surcharge bigint not null,
  donation bigint not null,
  total bigint not null,
  settlement bigint not null,                  -- what the provider says it settles of it
  fee numeric not null,                        -- the acquiring fee in cents, with its fractions
  read_at timestamptz not null,                -- when the reading began that met it last
  primary key (venue_id, provider, payment_id),
  foreign key (venue_id, location_id) references location
);
create index terminal_payment_by_day on terminal_payment (venue_id, location_id, business_date);
create index terminal_payment_of_account on terminal_payment (venue_id, account_id, business_date);
alter table terminal_payment enable row level security, force row level security;
create policy venue_wall on terminal_payment using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);

-- What went to banks and elsewhere on a day; all lines of a day are replaced together.
create table terminal_settlement (
  venue_id int not null references venue,
  provider text not null,
  account_id text not null,
  bank_day date not null,
  line int not null,
  link_id bigint not null,
  location_id int not null,
  run_id text,                                 -- the run that bundles payments
  gross bigint,                                -- of the whole run, on its first line
  type text,                                   -- where it goes; null for a run that names no destination
  amount bigint,                               -- signed; the provider may leave it out
  status text,
  reference text,                              -- by which the bank shows it
  told_at timestamptz,
  primary key (venue_id, provider, account_id, bank_day, line),
  foreign key (venue_id, location_id) references location
);
create index terminal_settlement_by_day on terminal_settlement (venue_id, location_id, bank_day);
alter table terminal_settlement enable row level security, force row level security;
create policy venue_wall on terminal_settlement using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
