-- What was recorded when an invoice was marked Paid: one row an invoice, written in the
-- transaction of the change and never altered. An invoice that has one cannot be removed.
CREATE TABLE payments (
  id          text PRIMARY KEY,
  company_id  text NOT NULL,
  invoice_id  text NOT NULL UNIQUE REFERENCES invoices (id),
  client_id   text NOT NULL,
  amount      numeric NOT NULL CHECK (amount >= 0),
  currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  method      text,
  reference   text,
  notes       text,
  paid_at     timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  modified_at timestamptz NOT NULL
);

-- A receipt's URL is known as soon as the invoice is Paid, and an unpaid invoice shows nothing of a payment.
ALTER TABLE invoices
  ADD CONSTRAINT invoices_receipt_whole CHECK ((payment_id IS NULL) = (receipt_token IS NULL)),
  ADD CONSTRAINT invoices_reference_paid CHECK (payment_reference_number IS NULL OR payment_id IS NOT NULL);
