-- Cards come in from files as sales do. Files and runs say which they are of, so that whoever may bring in sales does not read cards' files,
-- and the other way round. Points that cards bring along are movements of a kind of their own (loyalty_movement.kind 7: opening).
alter table import_file
  add column kind text not null default 'sales'; -- sales, cards
alter table import_run
  add column kind text not null default 'sales', -- sales, cards
  add column location_id int,                    -- of cards: where the points they bring along are posted
  add column acted_by int,                       -- who acted in the name of started_by, where somebody did
  add column cards jsonb not null default '{}',  -- what became of cards so far: new, changed, unchanged, openingCards, openingPoints
  add column through_line int not null default 0; -- of cards: everything up to this line of the file is stored, with the counts of it
