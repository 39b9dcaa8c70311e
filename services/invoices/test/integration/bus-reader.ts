import { type Bus, connectBus, createLog } from '@invoicing/chassis'
import { INVOICE_EVENTS_STREAM } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { DeliverPolicy } from '@nats-io/jetstream'

/** A message as it lies on the bus. */
export interface BusMessage {
  readonly messageId: string
  readonly subject: string
  readonly event: InvoiceEvent
}

/** Reads the invoice event stream from outside, as any consumer could. */
export class BusReader {
  readonly #bus: Bus

  private constructor(bus: Bus) {
    this.#bus = bus
  }

  static async connect(url: string): Promise<BusReader> {
    return new BusReader(await connectBus(url, 'test', createLog('test', 'silent')))
  }

  /** The largest message that the server takes, in bytes. */
  get maxPayload(): number {
    return this.#bus.connection.info?.max_payload ?? 0
  }

  /** All messages of a company, in the order of the stream. */
  async messages(companyId: string): Promise<BusMessage[]> {
    // Fails at once while the connection is down, where the requests below would wait for their time limit.
    await this.#bus.ping()
    const consumer = await this.#bus.js.consumers.get(INVOICE_EVENTS_STREAM, {
      filter_subjects: `invoicing.v1.invoice.*.${companyId}.>`,
      deliver_policy: DeliverPolicy.All,
    })
    const { num_pending } = await consumer.info()
    const messages: BusMessage[] = []
    if (num_pending === 0) return messages
    for await (const message of await consumer.fetch({ max_messages: num_pending, expires: 5_000 })) {
      messages.push({
        messageId: message.headers?.get('Nats-Msg-Id') ?? '',
        subject: message.subject,
        event: InvoiceEvent.decode(message.data),
      })
    }
    return messages
  }

  async close(): Promise<void> {
    await this.#bus.close()
  }
}
