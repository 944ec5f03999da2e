-- A replaced card and its replacement are one member, and so are the ways one number is written: they share a member number. By its key a
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
