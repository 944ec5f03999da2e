-- Every opening float that somebody entered for a sheet made by hand: it changes what is expected in the drawer, as cash put in or taken out does.

create table till_float (
  venue_id int not null,
  session_id bigint not null,
  float_no smallint not null,
  before bigint not null,                       -- minor units; the first one is what the till was left with, 0 where nobody said
  amount bigint not null,
  at timestamptz not null,
  user_id int not null,
  on_behalf_of_user_id int,
  primary key (venue_id, session_id, float_no),
  foreign key (venue_id, session_id) references till_session
);
alter table till_float enable row level security;
alter table till_float force row level security;
create policy venue_wall on till_float using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert on till_float to daybook_app;
grant select on till_float to daybook_report;

-- Of the sheets there are, nobody kept who changed the float: it counts as entered by whoever made the sheet.
do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into till_float (venue_id, session_id, float_no, before, amount, at, user_id, on_behalf_of_user_id)
    select v, t.session_id, 1, 0, t.opening_float, s.at, s.user_id, s.on_behalf_of_user_id
    from till_session t join till_step s on s.venue_id = v and s.session_id = t.session_id and s.step_no = 1
    where t.venue_id = v and t.code like 'hand:%' and t.opening_float <> 0 and s.user_id is not null;
    update till_session t set moved_by = coalesce(t.moved_by, '{}') ||
      jsonb_build_object(f.user_id::text, coalesce((t.moved_by ->> f.user_id::text)::bigint, 0) + f.amount)
    from till_float f where t.venue_id = v and f.venue_id = v and f.session_id = t.session_id;
  end loop;
  perform set_config('app.venue', '', true);
end $$;
