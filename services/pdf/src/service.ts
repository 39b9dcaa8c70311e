import { assemble, type RunningService, useBus } from '@invoicing/chassis'
import { ensureBucketAtStart } from './adapters/s3/bucket-at-start.ts'
import { openStorage } from './adapters/s3/storage.ts'
import type { Config } from './config.ts'
import { consumeInvoiceEvents } from './entrypoints/consumers.ts'

/** Puts the pdf service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('pdf', config, async (assembly) => {
    const { log } = assembly
    const storage = openStorage(config.S3_URL, config.S3_BUCKET)
    assembly.onStop(ensureBucketAtStart(storage, log))
    // Not only a look: a storage that lost its bucket gets it again.
    assembly.needs('s3', () => storage.ensureBucket())

    const link = useBus(assembly, config.NATS_URL)
    const consumer = consumeInvoiceEvents(link, log)
    assembly.onStop(() => consumer.stop())
  })
}
