-- How a person likes Daybook to look and speak, wherever they sign in. What is null they have never chosen. A table of the house.
create table user_preference (
  user_id int primary key references app_user,
  language text check (language in ('en', 'jp')),          -- null: as the venue speaks; mails to the person follow it too
  theme text check (theme in ('system', 'light', 'dark')),
  density text check (density in ('standard', 'compact')),
  shortcuts boolean
);
