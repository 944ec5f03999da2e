-- Few cards are replaced ones. The differences of points ask for them, and would look through all cards.
create index loyalty_card_by_replaced on loyalty_card (venue_id, member_id) where status = 3;
