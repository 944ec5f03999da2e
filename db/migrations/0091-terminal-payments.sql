-- Payments of card terminals and what was settled of them, as the provider of the terminals has them. Amounts in cents of Australian dollars.

create table terminal_payment (
  venue_id int not null references venue,
  provider text not null,
  account_id text not null,                     -- the merchant id
  payment_id text not null,
  link_id bigint not null,
  location_id int not null,
  business_date date not null,                  -- the terminal's own business day
  local_at timestamp not null,                  -- as the clock of the terminal showed it, which names no zone
  status text not null,                         -- as the provider says it; only what is APPROVED is added up
  terminal text not null,
  card text,
  last4 text,
  is_refund boolean not null,
  is_reversal boolean not null,
  sale bigint not null,
  refund bigint not null,                       -- below zero
  tip bigint not null,
  cash_out bigint not null,
  surcharge bigint not null,
  donation bigint not null,
  total bigint not null,
  settlement bigint not null,                   -- what the provider says it settles of it
  fee numeric not null,                         -- the acquiring fee in cents, with its fractions
  read_at timestamptz not null,                 -- when the reading began that met it last
  primary key (venue_id, provider, payment_id),
  foreign key (venue_id, location_id) references location
);
create index terminal_payment_by_day on terminal_payment (venue_id, location_id, business_date);
create index terminal_payment_of_account on terminal_payment (venue_id, account_id, business_date);

-- What went to banks and elsewhere on a day; all lines of a day are replaced together.
create table terminal_settlement (
  venue_id int not null references venue,
  provider text not null,
  account_id text not null,
  bank_day date not null,
  line int not null,
  link_id bigint not null,
  location_id int not null,
  run_id text,                                  -- the run that bundles payments
  gross bigint,                                 -- of the whole run, on its first line
  type text,                                    -- where it goes; null for a run that names no destination
  amount bigint,                                -- signed; the provider may leave it out
  status text,
  reference text,                               -- by which the bank shows it
  told_at timestamptz,
  primary key (venue_id, provider, account_id, bank_day, line),
  foreign key (venue_id, location_id) references location
);
create index terminal_settlement_by_day on terminal_settlement (venue_id, location_id, bank_day);

do $$
declare t text;
begin
  foreach t in array array['terminal_payment', 'terminal_settlement'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;

-- The token that a provider gives out to the whole house, sealed under a key of the setting TOKEN_KEYS, and when tokens were asked for: some give out so
-- many of them in so long. Of the house.
create table house_token (
  provider text primary key,
  token bytea,
  expires_at timestamptz,
  asking_at timestamptz,                        -- since when somebody asks for one
  asked_at timestamptz[] not null default '{}'
);
grant select, insert, update, delete on house_token to daybook_app;
revoke select on house_token from daybook_report;
