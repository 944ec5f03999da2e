-- Tokens that belong to the whole house rest in one table. Both were sealed the same way, for the house at one provider.
insert into house_token (provider, token, expires_at) select provider, access_token, expires_at from provider_token
on conflict (provider) do update set token = excluded.token, expires_at = excluded.expires_at;
drop table provider_token;

-- Whether the house is connected somewhere is all that is read beside this.
grant select (provider, expires_at) on house_token to daybook_report;
