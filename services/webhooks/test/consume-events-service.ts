import { spawn } from 'node:child_process'
import { createLog, linkBus, Peer } from '@invoicing/chassis'
import { INVOICE_EVENTS_STREAM, type InvoiceEventVerb, invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { HealthClient } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { eventually } from '@invoicing/testkit'
import { loadConfig } from '../src/config.ts'
import { buildService } from '../src/service.ts'

const MAIN = `${import.meta.dirname}/../src/main.ts`

export interface Stores {
  readonly databaseUrl: string
  readonly natsUrl: string
}

const environment = ({ databaseUrl, natsUrl }: Stores) => ({
  GRPC_ADDRESS: '127.0.0.1:0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  NATS_URL: natsUrl,
  WEBHOOK_SECRET_KEYS: '11'.repeat(32),
})

/** One replica in this process. */
export async function startConsumer(stores: Stores) {
  const service = await buildService(loadConfig(environment(stores)))
  const health = new Peer(HealthClient, service.grpcAddress)
  const check = health.unary((client) => client.check)
  return {
    ready: async () => (await check({ service: '' })).status === 'SERVING',
    stop: async () => {
      health.close()
      await service.stop()
    },
  }
}

/** One replica as a process of its own, which can be killed. */
export async function spawnConsumer(stores: Stores) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...environment(stores), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await eventually(() => output.includes('listening'), { within: 20_000 })
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** What invoices is to this service; it also looks at the consumer from the side of the bus. */
export function publisher(natsUrl: string) {
  const link = linkBus(natsUrl, 'test', createLog('test', 'silent'))
  return {
    /** @returns the id of the event */
    publish: async (verb: InvoiceEventVerb = 'created', id: string = newId('event')): Promise<string> => {
      const event = InvoiceEvent.fromPartial({
        id,
        type: 'INVOICE_EVENT_TYPE_CREATED',
        occurredAt: new Date(),
        invoice: { id: newId('invoice'), companyId: newId('company') },
      })
      const subject = invoiceSubject(verb, event.invoice?.companyId ?? '', event.invoice?.id ?? '')
      await eventually(
        async () => {
          await link.ping()
          await link.bus().ensureStream()
          // Without a message id the bus takes the same event twice.
          await link.bus().js.publish(subject, InvoiceEvent.encode(event).finish())
          return true
        },
        { within: 15_000 },
      )
      return id
    },
    consumer: () => link.bus().jsm.consumers.info(INVOICE_EVENTS_STREAM, 'webhooks'),
    close: () => link.close(),
  }
}
