-- A sale with points changes its card's balance. With room on its page the new row stays there, and none of the card's seven indexes is written to.
alter table loyalty_card set (fillfactor = 75);
