CREATE TABLE item_categories (
  id          text PRIMARY KEY,
  company_id  text NOT NULL,
  seq         bigint NOT NULL,
  title       text NOT NULL CHECK (title <> ''),
  created_at  timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  UNIQUE (company_id, seq),
  -- For the reference below: an item's category is one of its own company.
  UNIQUE (company_id, id)
);

CREATE TABLE items (
  id            text PRIMARY KEY,
  company_id    text NOT NULL,
  seq           bigint NOT NULL,
  title         text NOT NULL CHECK (title <> ''),
  description   text,
  unit          text,
  default_price numeric NOT NULL,
  vat_rate      numeric NOT NULL CHECK (vat_rate BETWEEN 0 AND 100),
  category_id   text,
  created_at    timestamptz NOT NULL,
  modified_at   timestamptz NOT NULL,
  UNIQUE (company_id, seq),
  CONSTRAINT items_category FOREIGN KEY (company_id, category_id)
    REFERENCES item_categories (company_id, id) ON DELETE SET NULL (category_id)
);
CREATE INDEX items_by_category ON items (company_id, category_id) WHERE category_id IS NOT NULL;
