-- A rostering provider's areas belong to companies, which is what a person knows them by when they say where an area is.
alter table roster_area add column company text not null default '';
alter table roster_area add column active boolean not null default true;
