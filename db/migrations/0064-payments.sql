-- Card payments as the provider has them: kept as it answers them, never added up by us. Amounts in minor units of their currency.

create table payment (
  venue_id int not null references venue,
  provider text not null,
  payment_id text not null,
  link_id bigint not null,
  location_id int,                              -- null: taken by the venue's link and told of no location
  created_at timestamptz not null,
  business_date date not null,                  -- the trading day at its location, or at the venue's first
  currency text not null,
  amount bigint not null,
  status text not null check (status in ('succeeded', 'pending', 'failed')),
  is_captured boolean not null,
  is_disputed boolean not null,
  failure_code text,
  method text,                                  -- card, or another kind of payment
  brand text,
  last4 text,
  country text,
  primary key (venue_id, provider, payment_id),
  foreign key (venue_id, location_id) references location
);
create index payment_by_day on payment (venue_id, business_date);

-- What moved money: a payment, a refund, a dispute, a fee, a payout. Its fee is the provider's; our_fee the part of it that is ours.
create table payment_entry (
  venue_id int not null references venue,
  provider text not null,
  entry_id text not null,
  link_id bigint not null,
  location_id int,
  kind text not null,                           -- charge, refund, dispute, fee, payout or other
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
  primary key (venue_id, provider, payout_id),
  foreign key (venue_id, location_id) references location
);

do $$
declare t text;
begin
  foreach t in array array['payment', 'payment_entry', 'payment_dispute', 'payout'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
