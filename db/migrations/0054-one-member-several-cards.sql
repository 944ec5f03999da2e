-- First: a replaced card and its replacement are one member, and so are the ways one number is written: they share a member number. By its key a
-- number finds that of its card, however it was written; see cardKey in card-number.ts.
alter table member_number add column card_key text collate "C";
grant update on member_number to daybook_app;

-- Row-level security holds for whoever migrates, too. Months that count a member by another number than the one that stays are packed again
-- by the hourly job; until then they are read from the sales.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    update member_number set card_key = lower(regexp_replace(normalize(card_number, nfkc), '[[:space:]]', '', 'g')) where venue_id = v;
    if exists (
      select from (
        select coalesce(c.member_id::text, 'key ' || m.card_key) as member from member_number m
        left join loyalty_card c on c.venue_id = v and c.number_key = m.card_key
        where m.venue_id = v group by 1 having count(distinct m.member_no) > 1
      ) several
    ) then
      delete from packed_guests where venue_id = v;
      update member_number m set member_no = f.member_no from (
        select n.card_number, min(n.member_no) over (partition by coalesce(c.member_id::text, 'key ' || n.card_key)) as member_no
        from member_number n left join loyalty_card c on c.venue_id = v and c.number_key = n.card_key where n.venue_id = v
      ) f where m.venue_id = v and m.card_number = f.card_number and m.member_no <> f.member_no;
    end if;
    insert into member_number (venue_id, card_number, card_key, member_no)
    select v, c.number, c.number_key, coalesce(f.member_no, n.last + dense_rank() over (order by c.member_id))
    from loyalty_card c
      join (select member_id from loyalty_card where venue_id = v group by member_id having count(*) > 1) several on several.member_id = c.member_id
      left join (
        select o.member_id, min(m.member_no) as member_no from loyalty_card o join member_number m on m.venue_id = v and m.card_key = o.number_key
        where o.venue_id = v group by o.member_id
      ) f on f.member_id = c.member_id
      cross join (select coalesce(max(member_no), 0) as last from member_number where venue_id = v) n
    where c.venue_id = v and not exists (select from member_number m where m.venue_id = v and (m.card_key = c.number_key or m.card_number = c.number));
  end loop;
  perform set_config('app.venue', '', true);
end $$;

alter table member_number alter column card_key set not null;
create index member_number_by_key on member_number (venue_id, card_key);

-- The points report over years read every sale with points. Now what sales say is added up by day beside what cards hold (loyalty_day.figure 12), and
-- so are the documents that may make both differ (13), so that only days are looked through on which they may; sales without a card, whose points
-- nobody got (14), have an index. See FIGURE in ledger.rules.ts.
create index sale_points_without_card on sale (venue_id, location_id, business_date) where points_accrued <> 0 and card_number is null;

do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into loyalty_day (venue_id, location_id, day, figure, points)
    select s.venue_id, s.location_id, s.business_date, 12, sum(s.points_accrued) from sale s
    where s.venue_id = v and s.kind in (1, 2, 5) and s.points_accrued <> 0 group by s.venue_id, s.location_id, s.business_date;
    insert into loyalty_day (venue_id, location_id, day, figure, points)
    select s.venue_id, s.location_id, s.business_date, 14, sum(s.points_accrued) from sale s
    where s.venue_id = v and s.kind in (1, 2, 5) and s.points_accrued <> 0 and s.card_number is null group by s.venue_id, s.location_id, s.business_date;
    insert into loyalty_day (venue_id, location_id, day, figure, points)
    select v, d.location_id, d.business_date, 13, count(*) from (
      select s.location_id, s.business_date from sale s
      where s.venue_id = v and s.kind in (1, 2, 5) and s.points_accrued <> 0 and s.card_number !~ '[[:graph:]]'
      union all
      select m.location_id, m.business_date from loyalty_movement m join loyalty_movement f on f.venue_id = v and f.movement_id = m.reverses and f.kind = 1
      where m.venue_id = v and m.kind = 6 and m.points < 0
      union all
      select m.location_id, m.business_date from loyalty_movement m join sale s on s.venue_id = v and s.sale_id = m.movement_id
        join loyalty_card c on c.venue_id = v and c.card_id = m.card_id
      where m.venue_id = v and m.kind = 1 and (m.points <> s.points_accrued - s.points_redeemed
        or c.number_key <> lower(regexp_replace(normalize(s.card_number, nfkc), '[[:space:]]', '', 'g')))
    ) d group by d.location_id, d.business_date;
  end loop;
  perform set_config('app.venue', '', true);
end $$;

-- loyalty_movement_by_day has the same columns, and nearly every movement is a sale's.
drop index loyalty_movement_of_sales;
