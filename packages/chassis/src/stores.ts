import { type BusLink, linkBus } from './nats/bus-link.ts'
import { migrate } from './postgres/migrate.ts'
import { createPool, type Pool } from './postgres/pool.ts'
import type { Assembly } from './service.ts'

/** Brings a service's own database up to date and connects to it, for as long as the service runs. */
export async function usePostgres(assembly: Assembly, url: string, migrations: string): Promise<Pool> {
  await migrate(url, migrations)
  const pool = createPool(url, assembly.name, assembly.log)
  assembly.onStop(() => pool.end())
  assembly.needs('postgres', () => pool.query('SELECT 1'))
  return pool
}

/** Links a service to the bus in the background: it starts and works as far as it can without. */
export function useBus(assembly: Assembly, url: string): BusLink {
  const link = linkBus(url, assembly.name, assembly.log)
  assembly.onStop(() => link.close())
  assembly.needs('nats', () => link.ping())
  return link
}
