-- What the nightly check found by the rules that go by uses. It took minutes to look through the uses of a month with half a million of them. What is
-- stored holds of a day as long as trading_day_state.changes is fraud_day.changes; see decision 0053.
create table fraud_day (
  venue_id int not null references venue,
  location_id int not null,
  day date not null,
  changes bigint not null,                      -- trading_day_state.changes when the day was checked
  basis text not null,                          -- by what it was checked: thresholds, units of money and the form of these tables
  checked_at timestamptz not null,              -- replacements of cards since then are asked for when it is read
  uses int not null,
  total double precision not null,              -- what the uses came to, in minor units, and the sum of the squares of that
  squares double precision not null,
  hours smallint[] not null,                    -- hours of the clock at which cards were used
  low_cards bigint[] not null,                  -- beside them the lowest and the highest card used then: the same where it was one card
  high_cards bigint[] not null,
  clerks int[] not null,                        -- who rang up uses
  rung int[] not null,                          -- and beside them how many
  primary key (venue_id, location_id, day)
);

create table fraud_found (
  venue_id int not null references venue,
  location_id int not null,
  day date not null,
  found_id uuid not null default gen_random_uuid(),
  rule smallint not null,                       -- see RULES in fraud-rules.rules.ts; 1: two uses a day or more, whatever the threshold is
  card_id bigint not null,                      -- the card that stood for the member
  n int not null,
  other int not null,
  clerk_key int,
  facts bigint[] not null,                      -- sales it rests on
  primary key (venue_id, location_id, day, found_id)
);

do $$
declare t text;
begin
  foreach t in array array['fraud_day', 'fraud_found'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;

-- Movements by hand are few among those of sales.
create index loyalty_movement_by_hand on loyalty_movement (venue_id, business_date) where sale_id is null;
create index loyalty_card_replaced on loyalty_card (venue_id, card_id) where card_id <> member_id;
