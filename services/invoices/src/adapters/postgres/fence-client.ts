import type { Pool } from '@invoicing/chassis'

/**
 * Asked before a client is removed. No invoice for a fenced client is stored any more; fencing one
 * again changes nothing.
 *
 * @returns how many invoices refer to the client; 0 when it is fenced
 */
export async function fenceClient(pool: Pool, companyId: string, clientId: string): Promise<number> {
  const { rows } = await pool.query<{ amount: number }>({
    name: 'fence-client',
    text: 'SELECT fence_client($1, $2) AS amount',
    values: [companyId, clientId],
  })
  const [row] = rows
  if (row === undefined) throw new TypeError('a function answers one row')
  return row.amount
}
