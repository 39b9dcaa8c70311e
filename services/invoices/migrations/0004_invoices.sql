-- Money is numeric and exact; which figure is which, and that they add up, is held by the checks
-- whatever the code above does (contract, "Money"). Dates are calendar dates without a zone.
CREATE TABLE invoices (
  id             text PRIMARY KEY,
  company_id     text NOT NULL,
  seq            bigint NOT NULL,
  invoice_number text NOT NULL,
  client_id      text NOT NULL,
  status         text NOT NULL CHECK (status IN ('Draft', 'Sent', 'Paid', 'Canceled')),
  issue_date     date NOT NULL,
  due_date       date NOT NULL,
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  subtotal       numeric NOT NULL,
  vat_amount     numeric NOT NULL,
  vat_percentage numeric NOT NULL,
  total          numeric NOT NULL CHECK (total >= 0),
  -- Raised by every change that shows on paper.
  version        integer NOT NULL CHECK (version >= 1),
  note_blocks    jsonb NOT NULL,
  -- invoices.v1.ClientSnapshot and CompanySnapshot, the very bytes that the events carry.
  client_snapshot bytea NOT NULL,
  company_snapshot bytea NOT NULL,
  -- The rendered PDF of the current version.
  pdf_token      text,
  pdf_size_bytes bigint CHECK (pdf_size_bytes >= 0),
  -- Set by the change to Paid.
  payment_id     text,
  payment_reference_number text,
  receipt_token  text,
  created_at     timestamptz NOT NULL,
  modified_at    timestamptz NOT NULL,
  -- The list of a company, newest first.
  UNIQUE (company_id, seq),
  CONSTRAINT invoices_add_up CHECK (total = subtotal + vat_amount),
  CONSTRAINT invoices_pdf_whole CHECK ((pdf_token IS NULL) = (pdf_size_bytes IS NULL)),
  CONSTRAINT invoices_paid_whole CHECK ((status = 'Paid') = (payment_id IS NOT NULL))
);
-- All ids of a client, newest first, from the index alone.
CREATE INDEX invoices_by_client ON invoices (company_id, client_id, seq DESC) INCLUDE (id);

CREATE TABLE invoice_lines (
  invoice_id text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position   integer NOT NULL CHECK (position >= 1),
  id         text NOT NULL,
  -- The catalog item it came from; kept when the item is deleted, hence no reference.
  item_id    text,
  title      text NOT NULL CHECK (title <> ''),
  quantity   numeric NOT NULL CHECK (quantity > 0),
  unit       text,
  unit_price numeric NOT NULL,
  vat_rate   numeric NOT NULL CHECK (vat_rate BETWEEN 0 AND 100),
  subtotal   numeric NOT NULL,
  vat_amount numeric NOT NULL,
  line_total numeric NOT NULL,
  -- With the id, so that an invoice's line ids come from the index alone.
  PRIMARY KEY (invoice_id, position) INCLUDE (id),
  CONSTRAINT invoice_lines_add_up CHECK (line_total = subtotal + vat_amount)
);

-- The event log: what happened to each invoice. It goes with its invoice.
CREATE TABLE invoice_events (
  invoice_id  text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  id          text NOT NULL,
  type        text NOT NULL CHECK (type IN ('created', 'updated', 'sent', 'paid', 'canceled')),
  version     integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- Event ids are ULIDs: the log of an invoice reads in order from this index.
  PRIMARY KEY (invoice_id, id)
);

-- The next ids of several clients, client by client and newest first, `most` at the most in all:
-- from the n-th client on, and of that one only what lies below a place. Many clients with few
-- invoices cost one call, one client with millions costs a bounded one each time.
-- Ids are joined by commas: that takes the driver a tenth of the time of an array.
CREATE FUNCTION client_invoice_ids(company text, clients text[], n integer, below bigint, most integer)
RETURNS TABLE (client integer, ids text, lowest bigint, amount integer)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  client := n;
  WHILE client <= cardinality(clients) AND most > 0 LOOP
    SELECT string_agg(p.id, ',' ORDER BY p.seq DESC), min(p.seq), count(*) INTO ids, lowest, amount
    FROM (
      SELECT i.id, i.seq FROM invoices i
      WHERE i.company_id = company AND i.client_id = clients[client] AND i.seq < below
      ORDER BY i.seq DESC
      LIMIT most
    ) p;
    IF amount > 0 THEN
      RETURN NEXT;
    END IF;
    most := most - amount;
    below := 9223372036854775807;
    client := client + 1;
  END LOOP;
END;
$$;
