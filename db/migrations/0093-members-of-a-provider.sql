-- Members of a loyalty provider beside the cards they go together with.
create table linked_member (
  venue_id int not null,
  provider text not null,
  account_id text not null,                     -- of a link, open or ended: linked anew, the same members go on where they were
  member_id text not null,                      -- what the provider calls the member
  card_id bigint,                               -- null: no card of ours could go together with it
  base bigint not null default 0,               -- points of our card that both sides were to have from the beginning, or were since said to
  gap bigint not null default 0,                -- points there more than here that somebody chose to keep
  apart boolean not null default false,         -- somebody chose that nothing is read or told
  gone boolean not null default false,          -- not there any more
  card_number text not null,                    -- as read last, like what follows
  name text not null,
  email text,
  phone text,
  tier text,
  points bigint not null,
  kept_profile text,                            -- of theirs, that somebody chose to keep beside ours
  kept_number text,
  conflicts text[] not null default '{}',       -- where both sides do not agree
  matched_at timestamptz not null,
  read_at timestamptz not null,                 -- transactions until then were read
  primary key (venue_id, provider, account_id, member_id),
  foreign key (venue_id, card_id) references loyalty_card
);
create index linked_member_by_card on linked_member (venue_id, card_id) where card_id is not null;
create index linked_member_in_conflict on linked_member (venue_id, provider, account_id, member_id) where conflicts <> '{}';

-- What moved points of members there and was seen here.
create table member_transaction (
  venue_id int not null,
  provider text not null,
  account_id text not null,
  transaction_id text not null,                 -- what the provider calls it: seen once, it moves nothing again
  member_id text not null,
  points bigint not null,
  movement_id bigint,                           -- the movement it became; null: it was there when both began to go together, or we had told it
  primary key (venue_id, provider, account_id, transaction_id),
  foreign key (venue_id, provider, account_id, member_id) references linked_member
);
create index member_transaction_by_member on member_transaction (venue_id, provider, account_id, member_id) include (points) where movement_id is not null;
create index member_transaction_by_movement on member_transaction (venue_id, movement_id) where movement_id is not null;

-- What a provider is told of points that moved here, by a number under which it does it once.
create table member_telling (
  venue_id int not null,
  telling_id bigint not null,
  provider text not null,
  account_id text not null,
  member_id text not null,
  points bigint not null check (points <> 0),
  asked_at timestamptz not null,
  told_at timestamptz,                          -- null: nobody knows yet whether it was done
  refused_at timestamptz,                       -- the provider does not take it
  primary key (venue_id, telling_id),
  foreign key (venue_id, provider, account_id, member_id) references linked_member
);
create index member_telling_by_member on member_telling (venue_id, provider, account_id, member_id) include (points, told_at) where refused_at is null;

do $$
declare t text;
begin
  foreach t in array array['linked_member', 'member_transaction', 'member_telling'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, update on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;
