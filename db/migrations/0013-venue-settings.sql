-- What a venue is set up with beside its own row: a section each, whose version counts its changes so that nobody overwrites what
-- somebody else changed meanwhile. Sections that lie in venue and location have their version here too.
create table venue_setting (
  venue_id int not null references venue,
  section text not null,                       -- config, shows, settings, connections, payment, locations
  version int not null default 0,
  value jsonb not null default '{}',
  primary key (venue_id, section)
);
alter table venue_setting enable row level security;
alter table venue_setting force row level security;
create policy venue_wall on venue_setting using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on venue_setting to daybook_app;
grant select on venue_setting to daybook_report;

-- Domains payments are taken on; they are made known to the payment provider once that is linked.
create table venue_domain (
  venue_id int not null references venue,
  domain text not null,                        -- as the network writes it: lower case, punycode
  shown text not null,                         -- as it was typed
  registered_by int,
  registered_at timestamptz not null default now(),
  primary key (venue_id, domain)
);
alter table venue_domain enable row level security;
alter table venue_domain force row level security;
create policy venue_wall on venue_domain using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
grant select, insert, update, delete on venue_domain to daybook_app;
grant select on venue_domain to daybook_report;
