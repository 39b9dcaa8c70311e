-- What a company's invoices are made with (contract, "Accounts, keys, catalog"). The number's
-- prefix and padding are not here: numbering owns them.
CREATE TABLE billing_settings (
  company_id    text PRIMARY KEY,
  name          text NOT NULL CHECK (name <> ''),
  address       text,
  city          text,
  postal_code   text,
  country       text,
  tax_id        text,
  logo          text,
  accent_color  text,
  locale        text NOT NULL DEFAULT 'en-US',
  time_zone     text NOT NULL DEFAULT 'UTC',
  currency      text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  payment_terms integer NOT NULL DEFAULT 7 CHECK (payment_terms BETWEEN 0 AND 3650),
  paper_size    text NOT NULL DEFAULT 'A4' CHECK (paper_size IN ('A4', 'Letter')),
  -- The five blocks that are copied onto new invoices, as the JSON form of invoices.v1.NoteBlocks:
  -- they are copied and edited, never searched.
  note_blocks   jsonb NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL,
  modified_at   timestamptz NOT NULL
);
