-- The thresholds of the fraud check are chosen in one place. A number that a venue entered in its settings, which nothing read, becomes the
-- one the check goes by, unless the venue chose rules there itself.
alter table venue_setting no force row level security;
alter table fraud_setting no force row level security;
insert into fraud_setting (venue_id, version, value)
  select venue_id, 1, jsonb_build_object('UsesPerDay', greatest(2, (value->>'FraudUsesPerDay')::int))
  from venue_setting where section = 'settings' and (value->>'FraudUsesPerDay')::int <> 5
on conflict (venue_id) do nothing;
update venue_setting set value = value - '{FraudUsesPerDay,FraudPointsPerDay}'::text[] where section = 'settings';
alter table fraud_setting force row level security;
alter table venue_setting force row level security;

-- When a schedule sends, on the clock of the venue's first location; null: a quarter of an hour after its trading day is over.
alter table report_schedule add column send_at text check (send_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
