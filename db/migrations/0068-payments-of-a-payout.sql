-- What a payout pays out is asked for each payout of a range; without this, each looked through all payments of the venue.
create index payment_entry_by_payout on payment_entry (venue_id, provider, payout_id) where payout_id is not null;
