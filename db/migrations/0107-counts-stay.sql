-- A count once committed stays. Lines alone may go: those of a first count (source first), which nobody told and which follows from the earliest delivery known, go once an
-- earlier fact arrives.
revoke update, delete on stock_count from daybook_app;
revoke update on stock_count_line from daybook_app;
