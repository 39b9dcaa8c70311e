-- The numbers that will never appear on an invoice again, each with its reason to be missing: the
-- Draft that had it was deleted. Written once and never altered; the allocation stays as well, so
-- the number stays taken.
CREATE TABLE number_ledger (
  company_id     text NOT NULL,
  number         bigint NOT NULL,
  -- As it was printed on the Draft.
  invoice_number text NOT NULL,
  invoice_id     text NOT NULL,
  -- When the invoice was deleted.
  deleted_at     timestamptz NOT NULL,
  recorded_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, number),
  FOREIGN KEY (company_id, number) REFERENCES allocations (company_id, number)
);
