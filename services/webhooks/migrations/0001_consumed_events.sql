-- Events that have done their work here, so that a second delivery does none. The reconciler
-- compares it with the outbox: what is not here is published again.
CREATE TABLE consumed_events (
  event_id    text PRIMARY KEY,
  consumed_at timestamptz NOT NULL DEFAULT now()
);
