-- The last deliveries of a product, for what it cost last and how that changed; and the lines of an invoice.
create index purchase_line_of_product on purchase_line (venue_id, product_id, supplier_id, received_on desc);
