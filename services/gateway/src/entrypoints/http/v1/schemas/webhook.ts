import { Type } from 'typebox'
import { LIMITS, oneOf, requiredText } from '../../schema/fields.ts'
import { dates, id, record } from './record.ts'

/** The events an integrator may subscribe to (specification 6). */
const EVENT_NAMES = ['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.canceled'] as const

/** More names than there are events are repetitions; each is kept once. */
const MAX_EVENTS = 100

const ACTIVE = 'False pauses deliveries: nothing is sent, nothing is queued.'

/** What an integrator may set of a webhook subscription (specification 2.4). */
export const WebhookBody = Type.Object({
  url: requiredText(LIMITS.url, 'Deliveries are POSTed here: http or https, not to an internal address.'),
  events: Type.Array(oneOf(EVENT_NAMES, 'The name of an event.'), {
    minItems: 1,
    maxItems: MAX_EVENTS,
    description: 'Which events are delivered.',
  }),
  active: Type.Optional(Type.Boolean({ description: `${ACTIVE} True when absent.` })),
})

const fields = {
  url: Type.String({ description: 'Where deliveries are POSTed.' }),
  events: Type.Array(Type.String(), { description: 'Which events are delivered.' }),
  active: Type.Boolean({ description: ACTIVE }),
}

export const WebhookRecord = record(
  'Webhook',
  {
    _id: id('wh_', 'The subscription.'),
    ...fields,
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'A subscription to events about invoices.',
)

export const CreatedWebhookRecord = record(
  'CreatedWebhook',
  {
    _id: id('wh_', 'The subscription.'),
    ...fields,
    secret: Type.String({ description: 'The key of the signatures. Only this answer holds it.' }),
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'A subscription, as its creation answers it.',
)
