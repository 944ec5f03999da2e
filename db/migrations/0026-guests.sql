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

-- What covers and visits of a location's month come to, for its days that are over. Distinct members cannot be added up from counts, so
-- the members of each day lie here themselves. Made by the hourly job; a sale that comes late takes the row away in its own transaction.
create table packed_guests (
  venue_id int not null,
  location_id int not null,
  month date not null,
  through date not null,                   -- the last day in it
  basis text not null,                     -- meal hours and what counts as food and beverage when it was made
  covers text not null,                    -- day since 1970-01-01, part of the day, sums; rows parted by ;
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
