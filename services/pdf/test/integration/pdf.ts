import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createLog, linkBus, Peer } from '@invoicing/chassis'
import { INVOICE_EVENTS_STREAM, type InvoiceEventVerb, invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { HealthClient } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { eventually } from '@invoicing/testkit'
import { Client } from 'minio'
import { loadConfig } from '../../src/config.ts'
import { buildService } from '../../src/service.ts'

const MAIN = `${import.meta.dirname}/../../src/main.ts`

/** The S3 server that the tests were given. */
export function storageUrl(): URL {
  const given = process.env.S3_URL
  if (given === undefined) throw new Error('S3_URL is set by the set-up of the tests')
  return new URL(given)
}

/** The same server, past the service under test. */
export function storage(): Client {
  const { hostname, port, username, password } = storageUrl()
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    region: 'us-east-1',
  })
}

/** A bucket's name that no other test has. */
export const freshBucket = () => `pdf-${randomBytes(8).toString('hex')}`

export interface Surroundings {
  readonly natsUrl: string
  readonly s3Url?: string
  readonly bucket?: string
}

const environment = ({ natsUrl, s3Url = storageUrl().href, bucket = freshBucket() }: Surroundings) => ({
  GRPC_ADDRESS: '127.0.0.1:0',
  LOG_LEVEL: 'silent',
  NATS_URL: natsUrl,
  S3_URL: s3Url,
  S3_BUCKET: bucket,
})

/** The service in this process. */
export async function startPdf(surroundings: Surroundings) {
  const service = await buildService(loadConfig(environment(surroundings)))
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

/** The service as a process of its own, which can be killed. */
export async function spawnPdf(surroundings: Surroundings) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...environment(surroundings), LOG_LEVEL: 'info' },
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

/** What invoices is to this service: a publisher; it also looks at the consumer from the side of the bus. */
export function publisher(natsUrl: string) {
  const link = linkBus(natsUrl, 'test', createLog('test', 'silent'))
  return {
    publish: async (verb: InvoiceEventVerb, id: string = newId('event')) => {
      const event = InvoiceEvent.fromPartial({
        id,
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
    },
    consumer: () => link.bus().jsm.consumers.info(INVOICE_EVENTS_STREAM, 'pdf'),
    close: () => link.close(),
  }
}
