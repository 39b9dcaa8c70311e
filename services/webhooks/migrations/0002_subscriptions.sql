-- How far each company's list of subscriptions has got. A row's place in it (seq) is assigned by
-- the insert's own transaction, under the lock on the row here: places are dense, and a place that
-- can be seen has no place below it still to come (docs/architecture.md, "Lists").
CREATE TABLE subscription_sequences (
  company_id text PRIMARY KEY,
  last       bigint NOT NULL CHECK (last > 0)
);

-- The places that deletions left empty, so that "remaining" is exact without a count of the list.
CREATE TABLE deleted_subscriptions (
  company_id text NOT NULL,
  seq        bigint NOT NULL,
  PRIMARY KEY (company_id, seq)
);

CREATE TABLE subscriptions (
  id           text PRIMARY KEY,
  company_id   text NOT NULL,
  seq          bigint NOT NULL,
  url          text NOT NULL CHECK (url ~* '^https?://'),
  -- In the order the integrator gave, each once.
  events       text[] NOT NULL CONSTRAINT subscriptions_events CHECK (
    cardinality(events) > 0
    AND events <@ ARRAY['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.canceled']
  ),
  active       boolean NOT NULL,
  -- When it was created, or last turned active again. Events from before it are not delivered,
  -- however late they come over the bus: a pause is never backfilled (specification 3.3).
  active_since timestamptz NOT NULL,
  -- AES-256-GCM: nonce, ciphertext, tag; bound to the id. The key is named, never stored.
  secret_ciphertext bytea NOT NULL,
  secret_key_id     text NOT NULL,
  created_at   timestamptz NOT NULL,
  modified_at  timestamptz NOT NULL,
  -- A company's subscriptions, newest first.
  UNIQUE (company_id, seq)
);
