import type { Pool } from '@invoicing/chassis'
import type { InsertCompany } from '../../app/dependencies.ts'

export function insertCompany(pool: Pool): InsertCompany {
  return async (companyId) => {
    await pool.query({
      name: 'insert-company',
      text: 'INSERT INTO companies (id) VALUES ($1)',
      values: [companyId],
    })
  }
}
