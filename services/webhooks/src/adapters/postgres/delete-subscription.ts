import type { Pool } from '@invoicing/chassis'

/** Removes a subscription for good and notes its empty place, in one statement. False when there is none. */
export async function deleteSubscription(pool: Pool, companyId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'delete-subscription',
    text: `
      WITH gone AS (
        DELETE FROM subscriptions WHERE id = $1 AND company_id = $2 RETURNING company_id, seq
      )
      INSERT INTO deleted_subscriptions (company_id, seq) SELECT company_id, seq FROM gone`,
    values: [id, companyId],
  })
  return rowCount === 1
}
