-- The fraud check: the venue's own thresholds, the cases that were opened, what was found in each, and who decided what.

create index loyalty_movement_of_sales on loyalty_movement (venue_id, location_id, business_date) where sale_id is not null;

create table fraud_setting (
  venue_id int not null references venue,
  version int not null default 0,
  value jsonb not null default '{}',
  primary key (venue_id)
);

create table fraud_case (
  venue_id int not null references venue,
  case_id bigint not null,
  card_id bigint not null,                      -- the card that stands for the member
  state smallint not null default 1,            -- 1 new, 2 reviewing, 3 confirmed, 4 cleared
  version int not null default 0,
  opened_at timestamptz not null default now(),
  decided_by int,                               -- who moved it to its state; null while it is new
  decided_at timestamptz,
  exempt_until date,                            -- what the card does up to this trading day is not listed
  primary key (venue_id, case_id),
  foreign key (venue_id, card_id) references loyalty_card
);
-- Of a card there is one open case at most: what is found meanwhile joins it.
create unique index fraud_case_open on fraud_case (venue_id, card_id) where state <= 2;
create index fraud_case_by_card on fraud_case (venue_id, card_id);

create table fraud_hit (
  venue_id int not null,
  card_id bigint not null,
  rule smallint not null,                       -- 1 to 14, see RULES in fraud-rules.rules.ts
  day date not null,
  location_id int not null,
  case_id bigint not null,
  n int not null,                               -- how often, or how many
  other int not null default 0,                 -- the rule's second figure: minutes, percent, days
  clerk_key int,                                -- whoever rang it up, where the rule is about one person
  user_id int,                                  -- whoever did it by hand
  about text not null default '',               -- the employee whose name, e-mail or phone is the member's
  facts bigint[] not null,                      -- sales and movements it rests on
  primary key (venue_id, card_id, rule, day, location_id),
  foreign key (venue_id, case_id) references fraud_case
);
create index fraud_hit_by_case on fraud_hit (venue_id, case_id);

-- Every step of a case: never changed.
create table fraud_step (
  venue_id int not null,
  case_id bigint not null,
  step_no smallint not null,
  state smallint not null,
  note text not null default '',
  user_id int,                                  -- null: the nightly check
  on_behalf_of_user_id int,
  at timestamptz not null default now(),
  blocked boolean not null default false,
  reversed bigint not null default 0,           -- points taken back
  exempt_until date,
  primary key (venue_id, case_id, step_no),
  foreign key (venue_id, case_id) references fraud_case
);

do $$
declare t text;
begin
  foreach t in array array['fraud_setting', 'fraud_case', 'fraud_hit', 'fraud_step'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
revoke update on fraud_step from daybook_app;
