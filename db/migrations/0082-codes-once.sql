-- Codes of providers that were given in, across all venues: one that is sent twice ends what its first sending gave, whichever venue brings it.
create table authorisation_code (
  provider text not null,
  code_hash bytea not null,                     -- SHA-256
  used_at timestamptz not null default now(),
  primary key (provider, code_hash)
);
revoke select on authorisation_code from daybook_report;

do $$
declare v int;
begin
  for v in select venue_id from venue loop
    perform set_config('app.venue', v::text, true);
    insert into authorisation_code (provider, code_hash, used_at)
    select a.provider, a.code_hash, a.used_at from link_authorisation a where a.venue_id = v and a.code_hash is not null
    on conflict do nothing;
  end loop;
  perform set_config('app.venue', '', true);
end $$;

drop index link_authorisation_by_code;
alter table link_authorisation drop column code_hash;
