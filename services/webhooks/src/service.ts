import { assemble, createPool, linkBus, migrate, type RunningService } from '@invoicing/chassis'
import type { Config } from './config.ts'
import { consumeInvoiceEvents } from './entrypoints/consumers.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

/** Puts the webhooks service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('webhooks', config, async (assembly) => {
    const { name, log } = assembly
    await migrate(config.DATABASE_URL, MIGRATIONS)
    const pool = createPool(config.DATABASE_URL, name, log)
    assembly.onStop(() => pool.end())
    assembly.needs('postgres', () => pool.query('SELECT 1'))

    const link = linkBus(config.NATS_URL, name, log)
    assembly.onStop(() => link.close())
    assembly.needs('nats', () => link.ping())
    const consumer = consumeInvoiceEvents(link, pool, log)
    assembly.onStop(() => consumer.stop())
  })
}
