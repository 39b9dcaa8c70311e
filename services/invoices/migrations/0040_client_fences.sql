-- Clients that are being removed, or are gone: no invoice for one of them is stored any more
-- (docs/architecture.md, "Clients: never deleted under an invoice").
CREATE TABLE client_fences (
  company_id text NOT NULL,
  client_id  text NOT NULL,
  fenced_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, client_id)
);

-- What a fence and the invoices of a client take turns on. Two clients of one key would only wait
-- for each other without need.
CREATE FUNCTION client_lock(company text, client text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(company || '/' || client, 0);
$$;

-- Counts a client's invoices, exactly; when there are none, writes the fence. Whatever stores one
-- either committed before the lock was had, and is counted, or comes after it, and finds the fence:
-- each statement of a function sees what was committed before it began.
CREATE FUNCTION fence_client(company text, client text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  amount bigint;
BEGIN
  -- A client with invoices is told so without making those that are being created wait.
  SELECT count(*) INTO amount FROM invoices WHERE company_id = company AND client_id = client;
  IF amount > 0 THEN
    RETURN amount;
  END IF;

  PERFORM pg_advisory_xact_lock(client_lock(company, client));
  SELECT count(*) INTO amount FROM invoices WHERE company_id = company AND client_id = client;
  IF amount = 0 THEN
    INSERT INTO client_fences (company_id, client_id) VALUES (company, client) ON CONFLICT DO NOTHING;
  END IF;
  RETURN amount;
END;
$$;

-- As before (0006_store_invoices.sql), and none for a fenced client: then SQLSTATE CF001, and the
-- caller stores the rest of the batch one by one.
CREATE OR REPLACE FUNCTION store_invoices(company text, invoice_rows json, line_rows json, event_rows json)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  before bigint;
  clients text[];
BEGIN
  SELECT array_agg(DISTINCT invoice ->> 'client_id') INTO clients
  FROM json_array_elements(invoice_rows) invoice;

  -- In the order of the keys, as every batch takes them, so that no two wait for each other with a
  -- fence between; and before the company's list sequence, which nobody has to wait for meanwhile.
  PERFORM pg_advisory_xact_lock_shared(ordered.key)
  FROM (SELECT DISTINCT client_lock(company, client) AS key FROM unnest(clients) client ORDER BY key) ordered;

  IF EXISTS (SELECT FROM client_fences WHERE company_id = company AND client_id = ANY (clients)) THEN
    RAISE EXCEPTION 'a client of the batch is fenced' USING ERRCODE = 'CF001';
  END IF;

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
