-- How far each list of a company has got. A row's place in its list (seq) is assigned by the
-- insert's own transaction, under the lock on the row here: places are dense, and a place that
-- can be seen has no place below it still to come (docs/architecture.md, "Lists").
CREATE TABLE list_sequences (
  company_id text NOT NULL,
  list       text NOT NULL CHECK (list IN ('invoices', 'items', 'item_categories')),
  last       bigint NOT NULL DEFAULT 0 CHECK (last >= 0),
  PRIMARY KEY (company_id, list)
) WITH (fillfactor = 50); -- room for updates in place: this is the busiest row of a company

-- The places that deletions left empty, so that "remaining" is counted over these few instead
-- of over the list.
CREATE TABLE deleted_rows (
  company_id text NOT NULL,
  list       text NOT NULL,
  seq        bigint NOT NULL,
  PRIMARY KEY (company_id, list, seq)
);
