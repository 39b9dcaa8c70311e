import type { Pool } from '@invoicing/chassis'

export async function companyExists(pool: Pool, companyId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'company-exists',
    text: 'SELECT FROM companies WHERE id = $1',
    values: [companyId],
  })
  return rowCount === 1
}
