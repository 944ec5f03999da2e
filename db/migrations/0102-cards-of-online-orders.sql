-- The number of the member's card that the sales of an order carry, and the number by which the provider knows whoever placed it, so that their
-- next order finds the card again. Nothing else of a customer is kept.
alter table online_order add column card text, add column customer_id text;
create index online_order_by_customer on online_order (venue_id, provider, account_id, customer_id) where customer_id is not null;
