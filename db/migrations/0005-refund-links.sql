-- A receipt shows the refunds given against it, at whatever till of its location.
create index sale_refund_by_original on sale (venue_id, location_id, original_receipt) where kind = 2;
