-- How covers are counted at a place: by the patrons a table is opened for, or by what the items sold stand for.
alter table location add column cover_method text not null default 'patron' check (cover_method in ('patron', 'item'));

-- A small number for each card seen, dense within the venue, so that who came can be told by bits. Cards of one person may share a number.
create table member_number (
  venue_id int not null references venue,
  card_number text not null,
  member_no int not null,
  primary key (venue_id, card_number)
);
create index member_number_by_number on member_number (venue_id, member_no);

-- What each sale adds to covers. A table is a sale with a number of patrons, or a further bill of one, whose patrons another bill told; units are quantity times cover units, in hundred-millionths;
-- food and drink are told by the name of the group, or of the department where the group tells nothing.
create view guest_source with (security_invoker = true) as
select s.venue_id, s.location_id, s.business_date, s.local_hour, s.local_minute, s.n::bigint as n, s.amount - s.surcharge as net, l.food, l.beverage, l.units,
  case when s.reservation is null then 0 else l.units end as reserved_units,
  case when s.is_table then s.n else 0 end::bigint as table_n,
  case when s.is_table then s.customers else 0 end::bigint as patrons,
  case when s.is_table then s.amount - s.surcharge else 0 end as table_net,
  case when s.is_table then l.food else 0 end as table_food,
  case when s.is_table then l.beverage else 0 end as table_beverage,
  case when s.reservation is null then 0 else s.n end::bigint as reserved_n,
  case when s.reservation is not null and s.is_table then s.n else 0 end::bigint as reserved_table_n,
  case when s.reservation is not null and s.is_table then s.customers else 0 end::bigint as reserved_patrons,
  case when s.reservation is not null and s.is_table then s.amount - s.surcharge else 0 end as reserved_table_net
from (
  select s.*, s.covers <> 0 or (s.n <> 0 and s.customers = 0 and s.table_name is not null) as is_table from sale s where s.kind in (1, 2, 5)
) s cross join lateral (
  select coalesce(sum(line.net) filter (where line.kind = 1), 0)::bigint as food, coalesce(sum(line.net) filter (where line.kind = 2), 0)::bigint as beverage,
    coalesce(sum(line.units), 0)::bigint as units
  from (
    select l.gross - l.promotion - l.discount - l.refund as net, l.qty * l.cover_units as units,
      case when lower(trim(c.sales_group)) in ('food', 'kitchen', 'フード', '料理') then 1
        when lower(trim(c.sales_group)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2
        when lower(trim(c.department)) in ('food', 'kitchen', 'フード', '料理') then 1
        when lower(trim(c.department)) in ('beverage', 'beverages', 'drink', 'drinks', 'bar', 'liquor', 'ドリンク', '飲料') then 2 end as kind
    from sale_line l join product_class c on c.venue_id = s.venue_id and c.class_id = l.class_id
    where l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.counts
  ) line
) l;
grant select on guest_source to daybook_app, daybook_report;

-- What covers and visits of a location's month come to, for its days that are over. Distinct members cannot be added up from counts, so
-- the members of each day lie here themselves. Made by the hourly job; a sale that comes late takes the row away in its own transaction.
create table packed_guests (
  venue_id int not null,
  location_id int not null,
  month date not null,
  through date not null,                   -- the last day in it
  basis text not null,                     -- the meal hours it was made by
  covers text not null,                    -- day since 1970-01-01, DAY_SUMS; rows parted by ;
  visit_days text not null,                -- base64: the members of each day
  visitors text not null,                  -- base64: a bit for each member who came in the month
  primary key (venue_id, location_id, month)
);
-- Beside the row and not squeezed: squeezing costs more than reading does.
alter table packed_guests alter column covers set storage external;
alter table packed_guests alter column visit_days set storage external;
alter table packed_guests alter column visitors set storage external;

do $$
declare t text;
begin
  foreach t in array array['member_number', 'packed_guests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy venue_wall on %I using (venue_id = nullif(current_setting(''app.venue'', true), '''')::int) with check (venue_id = nullif(current_setting(''app.venue'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert on member_number to daybook_app;
grant select on member_number to daybook_report;
grant select, insert, delete on packed_guests to daybook_app;
grant select on packed_guests to daybook_report;
