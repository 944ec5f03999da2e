-- How much of each line of an order was delivered: deliveries by its supplier on its day or later are counted to the oldest open order first.
alter table stock_order_line add arrived bigint not null default 0; -- ten-thousandths of a unit
grant update on stock_order_line to daybook_app;
