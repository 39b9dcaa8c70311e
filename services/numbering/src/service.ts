import { assemble, type RunningService, useBus, usePostgres } from '@invoicing/chassis'
import { NumberingServiceService } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { allocateNumbers } from './adapters/postgres/allocate-numbers.ts'
import { allocate } from './app/allocate.ts'
import type { Config } from './config.ts'
import { settleAllocations } from './entrypoints/consumers.ts'
import { numberingApi } from './entrypoints/grpc.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

/** Puts the numbering service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('numbering', config, async (assembly) => {
    const pool = await usePostgres(assembly, config.DATABASE_URL, MIGRATIONS)

    const link = useBus(assembly, config.NATS_URL)
    const consumer = settleAllocations(link, pool, assembly.log)
    assembly.onStop(() => consumer.stop())

    const app = { allocate: allocate({ allocateNumbers: allocateNumbers(pool) }) }
    assembly.serve(NumberingServiceService, numberingApi({ app, pool, log: assembly.log }))
  })
}
