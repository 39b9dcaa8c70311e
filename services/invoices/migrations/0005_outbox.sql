-- Events on their way to the bus, written in the transaction of the change they tell of. Rows
-- stay after publishing: the bus may lose messages, this table does not.
CREATE TABLE outbox (
  -- The event's id, also the message id on the bus.
  id            text PRIMARY KEY,
  -- The order of one invoice's events: its changes take turns on its row lock, so for one
  -- invoice a higher position always commits later. Across invoices it says nothing.
  position      bigint GENERATED ALWAYS AS IDENTITY,
  invoice_id    text NOT NULL,
  subject       text NOT NULL,
  -- An encoded events.v1.InvoiceEvent.
  payload       bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  -- A relay that claimed the row publishes it until then; later it is anybody's again.
  claimed_until timestamptz,
  published_at  timestamptz
);
-- One index, so that the planner has no other to take for finding an invoice's earliest event:
-- this one looks empty to it most of the time, and scanning it whole looks as cheap as a look-up.
CREATE INDEX outbox_unpublished ON outbox (invoice_id, position) WHERE published_at IS NULL;

-- Stores new invoices of one company with their lines, their event log and their outbox rows,
-- all or none. Rows come as JSON arrays of objects named like the columns; an invoice's seq is
-- its place in the batch, from 1, and becomes its place in the company's list.
--
-- A function, because each statement below sees what was committed before it began: what must
-- be looked up after a lock was taken can be.
CREATE FUNCTION store_invoices(company text, invoice_rows json, line_rows json, event_rows json)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  before bigint;
BEGIN
  UPDATE list_sequences SET last = last + json_array_length(invoice_rows)
  WHERE company_id = company AND list = 'invoices'
  RETURNING last - json_array_length(invoice_rows) INTO STRICT before;

  INSERT INTO invoices (
    id, company_id, seq, invoice_number, client_id, status, issue_date, due_date, currency,
    subtotal, vat_amount, vat_percentage, total, version, note_blocks, client_snapshot, company_snapshot,
    created_at, modified_at
  )
  SELECT
    id, company_id, before + seq, invoice_number, client_id, status, issue_date, due_date, currency,
    subtotal, vat_amount, vat_percentage, total, version, note_blocks, client_snapshot, company_snapshot,
    created_at, modified_at
  FROM json_populate_recordset(NULL::invoices, invoice_rows);

  INSERT INTO invoice_lines SELECT * FROM json_populate_recordset(NULL::invoice_lines, line_rows);

  INSERT INTO invoice_events (invoice_id, id, type, version, occurred_at)
  SELECT invoice_id, id, type, version, occurred_at
  FROM json_to_recordset(event_rows) AS e (invoice_id text, id text, type text, version integer, occurred_at timestamptz);

  INSERT INTO outbox (id, invoice_id, subject, payload, created_at)
  SELECT id, invoice_id, subject, payload, occurred_at
  FROM json_to_recordset(event_rows) AS e (id text, invoice_id text, subject text, payload bytea, occurred_at timestamptz);
END;
$$;
