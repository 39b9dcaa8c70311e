-- The accounts that exist. Their names and billing settings live in the invoices service.
CREATE TABLE companies (
  id         text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A key is shown once, when it is made; here is only its keyed hash, by which it is found.
CREATE TABLE api_keys (
  id         text PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies,
  hash       bytea NOT NULL UNIQUE,
  last_four  text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX api_keys_company ON api_keys (company_id, id);
