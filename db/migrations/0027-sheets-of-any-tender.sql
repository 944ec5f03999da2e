-- A tender of a method that is not listed counts as Other. Sheets that hold one under its own name are added up again by the hourly job.
update trading_day_state t set sheets_at_change = null
where exists (select from sheet_taken s where s.venue_id = t.venue_id and s.location_id = t.location_id and s.business_date = t.day
  and s.method not in ('Cash', 'Card', 'GiftCard', 'Voucher', 'Points', 'Account', 'Online', 'Other'));
