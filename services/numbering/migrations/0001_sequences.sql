-- One row a company: how its invoice numbers look and how far they have got.
CREATE TABLE sequences (
  company_id  text PRIMARY KEY,
  prefix      text NOT NULL,
  padding     smallint NOT NULL CHECK (padding BETWEEN 1 AND 12),
  last_number bigint NOT NULL DEFAULT 0 CHECK (last_number >= 0)
);

-- Every number that was handed out, and to which invoice. The printed form is fixed here:
-- a later prefix changes the numbers to come, never those that were given.
CREATE TABLE allocations (
  company_id     text NOT NULL,
  number         bigint NOT NULL CHECK (number > 0),
  invoice_id     text NOT NULL UNIQUE,
  invoice_number text NOT NULL,
  reserved_at    timestamptz NOT NULL DEFAULT now(),
  -- Set when invoice.created came over the bus; until then the number is only reserved.
  confirmed_at   timestamptz,
  PRIMARY KEY (company_id, number)
);
CREATE INDEX allocations_reserved ON allocations (reserved_at) WHERE confirmed_at IS NULL;

-- Numbers of reservations whose invoice never came to be. Nobody saw them: they go out next.
CREATE TABLE returned_numbers (
  company_id text NOT NULL,
  number     bigint NOT NULL,
  PRIMARY KEY (company_id, number)
);

-- Events that have done their work here, so that a second delivery does none.
CREATE TABLE consumed_events (
  event_id    text PRIMARY KEY,
  consumed_at timestamptz NOT NULL DEFAULT now()
);

-- Hands out one number to each invoice id, in the order given: returned numbers first, then
-- the counter. An id that has a number keeps it. The row lock on the company's sequence makes
-- concurrent callers take turns; each statement below sees what the turn before committed.
CREATE FUNCTION allocate_numbers(company text, invoice_ids text[])
RETURNS TABLE (invoice text, allocated bigint, printed text)
LANGUAGE plpgsql AS $$
DECLARE
  seq      sequences%ROWTYPE;
  fresh    text[];
  reused   bigint[];
  numbers  bigint[];
BEGIN
  SELECT * INTO seq FROM sequences WHERE company_id = company FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  SELECT coalesce(array_agg(w.id ORDER BY w.position), '{}') INTO fresh
  FROM unnest(invoice_ids) WITH ORDINALITY AS w (id, position)
  WHERE NOT EXISTS (SELECT FROM allocations a WHERE a.invoice_id = w.id);

  IF cardinality(fresh) > 0 THEN
    WITH taken AS (
      DELETE FROM returned_numbers r
      WHERE r.company_id = company AND r.number IN (
        SELECT number FROM returned_numbers WHERE company_id = company ORDER BY number LIMIT cardinality(fresh)
      )
      RETURNING r.number
    )
    SELECT coalesce(array_agg(t.number ORDER BY t.number), '{}') INTO reused FROM taken t;

    numbers := reused || array(
      SELECT generate_series(seq.last_number + 1, seq.last_number + cardinality(fresh) - cardinality(reused))
    );
    UPDATE sequences SET last_number = seq.last_number + cardinality(fresh) - cardinality(reused)
    WHERE company_id = company;

    INSERT INTO allocations (company_id, number, invoice_id, invoice_number)
    SELECT company, n.number, n.id, seq.prefix || lpad(n.number::text, greatest(seq.padding, length(n.number::text)), '0')
    FROM unnest(fresh, numbers) AS n (id, number);
  END IF;

  RETURN QUERY
  SELECT a.invoice_id, a.number, a.invoice_number FROM allocations a
  WHERE a.company_id = company AND a.invoice_id = ANY (invoice_ids);
END;
$$;
