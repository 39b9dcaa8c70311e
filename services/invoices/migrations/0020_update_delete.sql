-- Stores what a PATCH made of a Draft, the event log and the outbox row with it. Rows come as JSON
-- objects named like the columns; without line rows the lines stay. The caller holds the invoice's
-- row lock and has seen that it is a Draft.
CREATE FUNCTION update_draft(invoice_row json, line_rows json, event_row json)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  event outbox%ROWTYPE := json_populate_record(NULL::outbox, event_row);
  changed invoices%ROWTYPE := json_populate_record(NULL::invoices, invoice_row);
BEGIN
  -- What was rendered is the paper of a former version.
  UPDATE invoices SET
    issue_date = changed.issue_date, due_date = changed.due_date,
    subtotal = changed.subtotal, vat_amount = changed.vat_amount,
    vat_percentage = changed.vat_percentage, total = changed.total,
    version = changed.version, note_blocks = changed.note_blocks,
    client_snapshot = changed.client_snapshot, company_snapshot = changed.company_snapshot,
    pdf_token = NULL, pdf_size_bytes = NULL,
    modified_at = changed.modified_at
  WHERE id = changed.id;

  IF line_rows IS NOT NULL THEN
    DELETE FROM invoice_lines WHERE invoice_id = changed.id;
    INSERT INTO invoice_lines (
      invoice_id, position, id, item_id, title, quantity, unit, unit_price, vat_rate,
      subtotal, vat_amount, line_total
    )
    SELECT
      invoice_id, position, id, item_id, title, quantity, unit, unit_price, vat_rate,
      subtotal, vat_amount, line_total
    FROM json_populate_recordset(NULL::invoice_lines, line_rows);
  END IF;

  INSERT INTO invoice_events (invoice_id, id, type, version, occurred_at)
  VALUES (changed.id, event.id, 'updated', changed.version, event.created_at);
  INSERT INTO outbox (id, invoice_id, subject, payload, created_at)
  VALUES (event.id, event.invoice_id, event.subject, event.payload, event.created_at);
END;
$$;

-- Set on the events of a deleted invoice that were still on their way. They go first, so that
-- every consumer sees the events of an invoice in their order, and they go with the deletion.
ALTER TABLE outbox ADD COLUMN discard boolean NOT NULL DEFAULT false;
CREATE INDEX outbox_discarded ON outbox (invoice_id) WHERE discard;

-- Removes a Draft with its lines and its event log, and leaves the hole in its list and the one
-- event that tells of it. The caller holds the invoice's row lock and has seen that it is a Draft.
CREATE FUNCTION delete_draft(event_row json)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  event outbox%ROWTYPE := json_populate_record(NULL::outbox, event_row);
BEGIN
  -- In this order: an event that a relay settles meanwhile is waited for here, and is then
  -- among the published ones that the next statement sees.
  UPDATE outbox SET discard = true WHERE invoice_id = event.invoice_id AND published_at IS NULL;
  -- By way of the event log, whose ids are those of the outbox: that has no index on published rows.
  DELETE FROM outbox
  WHERE id IN (SELECT e.id FROM invoice_events e WHERE e.invoice_id = event.invoice_id)
    AND published_at IS NOT NULL;

  INSERT INTO deleted_rows (company_id, list, seq)
  SELECT company_id, 'invoices', seq FROM invoices WHERE id = event.invoice_id;
  DELETE FROM invoices WHERE id = event.invoice_id;
  INSERT INTO outbox (id, invoice_id, subject, payload, created_at)
  VALUES (event.id, event.invoice_id, event.subject, event.payload, event.created_at);
END;
$$;
