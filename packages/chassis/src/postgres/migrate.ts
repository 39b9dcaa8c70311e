import { runner } from 'node-pg-migrate'

/**
 * Brings a database up to the numbered SQL files of a folder. Forward only; an advisory lock
 * makes replicas that start together wait for one another.
 */
export async function migrate(databaseUrl: string, dir: string): Promise<void> {
  await runner({
    databaseUrl,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    advisoryLockMode: 'wait',
    log: () => {},
  })
}
