-- Events on their way to the bus, written in the transaction of the change they tell of. Rows
-- stay after publishing: the bus may lose messages, this table does not.
CREATE TABLE outbox (
  -- The event's id, also the message id on the bus.
  id            text PRIMARY KEY,
  -- The order of one invoice's events: its changes take turns on its row lock, so for one
  -- invoice a higher position always commits later. Across invoices it says nothing.
  position      bigint GENERATED ALWAYS AS IDENTITY,
  invoice_id    text NOT NULL,
  subject       text NOT NULL,
  -- An encoded events.v1.InvoiceEvent.
  payload       bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  -- A relay that claimed the row publishes it until then; later it is anybody's again.
  claimed_until timestamptz,
  published_at  timestamptz
);
-- One index, so that the planner has no other to take for finding an invoice's earliest event:
-- this one looks empty to it most of the time, and scanning it whole looks as cheap as a look-up.
CREATE INDEX outbox_unpublished ON outbox (invoice_id, position) WHERE published_at IS NULL;
