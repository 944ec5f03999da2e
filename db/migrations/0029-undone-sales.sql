-- Lists of receipts leave out sales that the undo of an import took back. This index finds the entries of undos; it is empty where nothing was undone.
create index sale_undone on sale (venue_id, receipt, terminal_key, location_id, revision, kind, round) where undoes;
