import type { Pool } from '@invoicing/chassis'
import type { StoreSubscription } from '../../app/dependencies.ts'

/** Puts a subscription at the head of its company's list, in one statement. */
export function storeSubscription(pool: Pool): StoreSubscription {
  return async (subscription, secret) => {
    await pool.query({
      name: 'store-subscription',
      text: `
        WITH place AS (
          INSERT INTO subscription_sequences AS q (company_id, last) VALUES ($2, 1)
          ON CONFLICT (company_id) DO UPDATE SET last = q.last + 1
          RETURNING last
        )
        INSERT INTO subscriptions (
          id, company_id, seq, url, events, active, secret_ciphertext, secret_key_id,
          active_since, created_at, modified_at
        )
        SELECT $1, $2, place.last, $3, $4, $5, $6, $7, $8, $8, $9 FROM place`,
      values: [
        subscription.id,
        subscription.companyId,
        subscription.url,
        subscription.events,
        subscription.active,
        secret.ciphertext,
        secret.keyId,
        subscription.createdAt,
        subscription.modifiedAt,
      ],
    })
  }
}
