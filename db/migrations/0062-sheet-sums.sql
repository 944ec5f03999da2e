-- What was taken and sold on each control sheet, of days that are over: a month of forty tills is half a million payments otherwise. They hold of a day whose
-- trading_day_state.sheets_at_change is its changes; the hourly job makes them, and a till session that comes or changes takes that mark away.
alter table trading_day_state add column sheets_at_change bigint;
create index trading_day_sheets on trading_day_state (venue_id, location_id, day) where sheets_at_change is distinct from changes;

create table sheet_sold (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  terminal_key int not null,
  session_id bigint not null,                   -- 0: what the till sold outside its sessions
  receipts int not null,
  delivery int not null,
  takeaway int not null,
  no_sales int not null,
  covers int not null,
  discounts bigint not null,                    -- minor units, as every amount here
  refunds bigint not null,
  voids int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (venue_id, location_id, business_date, terminal_key, session_id)
);

create table sheet_taken (
  venue_id int not null,
  location_id int not null,
  business_date date not null,
  terminal_key int not null,
  session_id bigint not null,
  method text not null,                         -- as tenders have it: Cash, Card, …
  n int not null,                               -- payments, those taken back deducted
  net bigint not null,
  cash_out bigint not null,
  refunds bigint not null,
  tips bigint not null,
  primary key (venue_id, location_id, business_date, terminal_key, session_id, method)
);

do $$
declare t text;
begin
  foreach t in array array['sheet_sold', 'sheet_taken'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
    execute format('grant select, insert, delete on %I to daybook_app', t);
    execute format('grant select on %I to daybook_report', t);
  end loop;
end $$;

-- What a session's movements, settlements, last count, signature and last commit come to, kept with it by whatever writes them (`summarizeSession`): a month
-- of forty tills is two thousand sessions, and each was read from seven tables.
alter table till_session
  add column pay_ins bigint not null default 0,
  add column pay_outs bigint not null default 0,
  add column drops bigint not null default 0,
  add column banked bigint not null default 0,
  add column tips_paid_out bigint not null default 0,
  add column moved_by jsonb,                    -- what each person entered on the screen comes to, by user id: {"7": -9000}
  add column settled bigint,                    -- null: no card terminal was read
  add column counts smallint not null default 0,
  add column counted jsonb,                     -- of the count that holds: {"Cash": 36000, …}
  add column pieces bigint,                     -- its notes and coins; null: not counted apart
  add column piece_values bigint[],             -- what they are worth each
  add column counted_float bigint,              -- the opening float when it was made
  add column counted_at timestamptz,
  add column counted_by int,                    -- user id of who counted it on the screen
  add column counted_by_clerk int,
  add column signed_at timestamptz,
  add column signed_by int,
  add column signed_reason text not null default '',
  add column signed_note text not null default '',
  add column committed jsonb;                   -- what it said: {"Cash": {"expected": 36000, "counted": 36000}, …}

do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    update till_session o set pay_ins = f.pay_ins, pay_outs = f.pay_outs, drops = f.drops, banked = f.banked, tips_paid_out = f.tips_paid_out, moved_by = f.moved_by, settled = f.settled,
      counts = f.counts, counted = f.counted, pieces = f.pieces, piece_values = f.piece_values, counted_float = f.counted_float, counted_at = f.counted_at, counted_by = f.counted_by, counted_by_clerk = f.counted_by_clerk,
      signed_at = f.signed_at, signed_by = f.signed_by, signed_reason = f.signed_reason, signed_note = f.signed_note, committed = f.committed
    from (
      select t.session_id, m.*, (select sum(x.amount)::bigint from till_settlement x where x.venue_id = v and x.session_id = t.session_id) as settled,
        (select count(*)::smallint from till_count x where x.venue_id = v and x.session_id = t.session_id) as counts,
        (select jsonb_object_agg(x.method, x.amount) from till_counted x where x.venue_id = v and x.session_id = t.session_id and x.count_no = c.count_no) as counted,
        (select sum(x.value::bigint * x.pieces)::bigint from till_denomination x where x.venue_id = v and x.session_id = t.session_id and x.count_no = c.count_no) as pieces,
        (select array_agg(x.value::bigint order by x.value) from till_denomination x where x.venue_id = v and x.session_id = t.session_id and x.count_no = c.count_no) as piece_values,
        c.opening_float as counted_float, c.at as counted_at, c.user_id as counted_by, c.clerk_key as counted_by_clerk,
        g.at as signed_at, g.user_id as signed_by, coalesce(g.reason, '') as signed_reason, coalesce(g.note, '') as signed_note,
        (select jsonb_object_agg(x.method, jsonb_build_object('expected', x.expected, 'counted', x.counted)) from till_committed x
          where x.venue_id = v and x.session_id = t.session_id and t.state = 5
            and x.commit_no = (select max(y.commit_no) from till_committed y where y.venue_id = v and y.session_id = t.session_id)) as committed
      from till_session t
      cross join lateral (
        select coalesce(sum(x.amount) filter (where x.kind = 1), 0)::bigint as pay_ins, coalesce(sum(x.amount) filter (where x.kind = 2), 0)::bigint as pay_outs,
          coalesce(sum(x.amount) filter (where x.kind = 3), 0)::bigint as drops, coalesce(sum(x.amount) filter (where x.kind = 4), 0)::bigint as banked,
          coalesce(sum(x.amount) filter (where x.kind = 5), 0)::bigint as tips_paid_out,
          (select jsonb_object_agg(y.user_id, y.effect) from (
            select z.user_id, sum(case when z.kind = 1 then z.amount else -z.amount end)::bigint as effect from till_movement z
            where z.venue_id = v and z.session_id = t.session_id and z.user_id is not null group by 1) y) as moved_by
        from till_movement x where x.venue_id = v and x.session_id = t.session_id) m
      left join lateral (
        select x.count_no, x.at, x.user_id, x.clerk_key, x.opening_float from till_count x where x.venue_id = v and x.session_id = t.session_id order by x.at desc, x.count_no desc limit 1) c on true
      left join lateral (
        select x.at, x.user_id, x.reason, x.note from till_step x where x.venue_id = v and x.session_id = t.session_id and x.state = 4 and t.state >= 4
        order by x.step_no desc limit 1) g on true
      where t.venue_id = v) f
    where o.venue_id = v and o.session_id = f.session_id;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
