-- A tender of a method that is not listed counts as Other. Sheets that hold one under its own name are added up again by the hourly job. Committed sheets
-- left such tenders out: a further statement of each has them under Other, so that they are not told as late. Venue by venue, since an owner of the database
-- that is no superuser sees the rows of one at a time.
do $$
declare
  one int;
  listed constant text[] := array['Cash', 'Card', 'GiftCard', 'Voucher', 'Points', 'Account', 'Online', 'Other'];
begin
  for one in select venue_id from venue order by venue_id loop
    perform set_config('app.venue', one::text, true);
    insert into till_committed (venue_id, session_id, commit_no, method, expected, counted)
    with left_out as (
      select session_id, sum(amount)::bigint as amount
      from (
        select s.session_id, s.net + s.cash_out as amount
        from sheet_taken s join trading_day_state t on t.venue_id = one and t.location_id = s.location_id and t.day = s.business_date
        where s.venue_id = one and not s.method = any(listed) and t.sheets_at_change = t.changes
        union all
        select o.session_id, p.net + p.cash_out
        from trading_day_state t join sale s on s.venue_id = one and s.location_id = t.location_id and s.business_date = t.day and s.kind in (1, 2, 5)
          join sale_payment p on p.venue_id = one and p.sale_id = s.sale_id
          join dimension_key d on d.venue_id = one and d.dim = 4 and d.key = p.media_key and not d.detail->>'Method' = any(listed)
          cross join lateral (
            select o.session_id from till_session o
            where o.venue_id = one and o.location_id = s.location_id and o.terminal_key = s.terminal_key and o.business_date = s.business_date
              and o.opened_at <= s.closed_at and (o.closed_at is null or o.closed_at >= s.closed_at)
            order by o.opened_at desc, o.session_id desc limit 1) o
        where t.venue_id = one and t.sheets_at_change is distinct from t.changes) taken
      group by 1 having sum(amount) <> 0
    ), committed as (
      select c.session_id, l.amount, max(c.commit_no) as no
      from till_committed c join left_out l on l.session_id = c.session_id join till_session o on o.venue_id = one and o.session_id = c.session_id and o.state = 5
      where c.venue_id = one group by 1, 2
    )
    select one, session_id, no + 1, method, sum(expected), max(counted)
    from (
      select s.session_id, s.no, c.method, c.expected, c.counted
      from committed s join till_committed c on c.venue_id = one and c.session_id = s.session_id and c.commit_no = s.no
      union all
      select session_id, no, 'Other', amount, null from committed) stated
    group by 1, 2, 3, 4;
    update till_session o set committed = c.stated
    from (
      select session_id, commit_no, jsonb_object_agg(method, jsonb_build_object('expected', expected, 'counted', counted)) as stated,
        row_number() over (partition by session_id order by commit_no desc) as nth
      from till_committed where venue_id = one group by 1, 2) c
    where o.venue_id = one and o.state = 5 and c.session_id = o.session_id and c.nth = 1 and o.committed is distinct from c.stated;
    update trading_day_state t set sheets_at_change = null
    where t.venue_id = one and exists (select from sheet_taken s where s.venue_id = one and s.location_id = t.location_id and s.business_date = t.day
      and not s.method = any(listed));
  end loop;
  perform set_config('app.venue', '', true);
end $$;
