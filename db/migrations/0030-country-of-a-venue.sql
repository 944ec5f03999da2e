-- The country whose defaults a venue starts with, as an ISO 3166 code. Venues from before have none and keep the defaults they have.
alter table venue add column country text not null default '' check (country ~ '^([A-Z]{2})?$');
