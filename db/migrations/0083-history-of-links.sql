-- What happened to links is read by itself, from among everything that was done in a venue.
create index audit_event_of_links on audit_event (venue_id, at desc) where action like 'link.%';

-- Domains that a linked account does not take; told to people once, until they are taken.
create table domain_refusal (
  venue_id int not null,
  domain text not null,
  link_id bigint not null,
  refused_at timestamptz not null,
  primary key (venue_id, domain, link_id),
  foreign key (venue_id, domain) references venue_domain on delete cascade,
  foreign key (venue_id, link_id) references link on delete cascade
);
alter table domain_refusal enable row level security;
alter table domain_refusal force row level security;
create policy venue_wall on domain_refusal using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);
