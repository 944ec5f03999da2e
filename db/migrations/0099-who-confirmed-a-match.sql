-- Who said who a person of a roster is and where an area is, and when; of what was said before, nobody kept it. And the person's e-mail as the source has it.
alter table roster_person add column email text, add column settled_at timestamptz, add column settled_by int;
alter table roster_area add column placed_at timestamptz, add column placed_by int;
