-- How much tobacco one unit of a product holds, by which its duty goes: so many sticks, or a weight.
alter table product_spec
  add sticks int check (sticks > 0),             -- null: none, or told by weight
  add tobacco bigint check (tobacco > 0),        -- milligrams; null: none, or told by sticks
  add check (sticks is null or tobacco is null);
