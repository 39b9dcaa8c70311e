-- Stores new invoices of one company with their lines, their event log and their outbox rows,
-- all or none. Rows come as JSON arrays of objects named like the columns; an invoice's seq is
-- its place in the batch, from 1, and becomes its place in the company's list.
--
-- A function, because each statement below sees what was committed before it began: what must
-- be looked up after a lock was taken can be.
CREATE OR REPLACE FUNCTION store_invoices(company text, invoice_rows json, line_rows json, event_rows json)
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

  INSERT INTO invoice_lines (
    invoice_id, position, id, item_id, title, quantity, unit, unit_price, vat_rate,
    subtotal, vat_amount, line_total
  )
  SELECT
    invoice_id, position, id, item_id, title, quantity, unit, unit_price, vat_rate,
    subtotal, vat_amount, line_total
  FROM json_populate_recordset(NULL::invoice_lines, line_rows);

  INSERT INTO invoice_events (invoice_id, id, type, version, occurred_at)
  SELECT invoice_id, id, type, version, occurred_at
  FROM json_populate_recordset(NULL::invoice_events, event_rows);

  INSERT INTO outbox (id, invoice_id, subject, payload, created_at)
  SELECT id, invoice_id, subject, payload, created_at
  FROM json_populate_recordset(NULL::outbox, event_rows);
END;
$$;
