-- PostgreSQL looks after a table by itself when a fifth of its rows has changed. Of the rollup's thirty million that is six: after much late trade a page in seven was
-- not known to be visible to all, and reports of chosen items by the day took half as long again. A fiftieth; vacuum visits the pages that changed alone.
alter table rollup set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
