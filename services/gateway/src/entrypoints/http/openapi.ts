import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { ClientRecord } from './v1/schemas/client.ts'
import { CompanyRecord } from './v1/schemas/company.ts'
import { InvoiceRecord, LineItemRecord } from './v1/schemas/invoice.ts'
import { CategoryRecord, ItemRecord } from './v1/schemas/item.ts'
import { PaymentRecord } from './v1/schemas/payment.ts'
import { ErrorBody, Pagination } from './v1/schemas/record.ts'
import { CreatedWebhookRecord, WebhookRecord } from './v1/schemas/webhook.ts'

const RECORDS = [
  ClientRecord,
  InvoiceRecord,
  LineItemRecord,
  ItemRecord,
  CategoryRecord,
  CompanyRecord,
  PaymentRecord,
  WebhookRecord,
  CreatedWebhookRecord,
  Pagination,
  ErrorBody,
]

const DESCRIPTION = `Clients, invoices and a catalog over REST.

- Every request carries \`Authorization: Bearer <API_KEY>\`; a key sees the records of its own account.
- Bodies are JSON objects of at most 1 MiB. Fields that cannot be set are ignored: a record can be edited and sent back.
- Every error is \`{"error": "<message>"}\`; the message names the field.
- Lists are newest first. Pass \`next_cursor\` unchanged as \`cursor\`.
- Numbers are exact decimals. Dates are calendar dates, shown as midnight UTC.`

/** The reference loads from here alone; it styles itself from within its script, and its icons are data URLs. */
const docsPolicy = (publicUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Publishes the very schemas that validate requests: /openapi.json, and /docs for people. Before the first route. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  for (const schema of RECORDS) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Invoicing API', version: '1', description: DESCRIPTION },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      security: [{ apiKey: [] }],
      tags: [
        { name: 'Clients', description: 'The people or companies that are invoiced.' },
        { name: 'Invoices', description: 'Created as Draft, with number and totals made by the service.' },
        { name: 'Payments', description: 'Recorded when an invoice is marked Paid.' },
        { name: 'Items', description: 'The catalog that invoice lines refer to.' },
        { name: 'Item categories', description: 'What catalog items are sorted by.' },
        { name: 'Company', description: "The account's own settings, which invoices to come are made with." },
        { name: 'Webhooks', description: 'Subscriptions to signed notifications about invoices.' },
      ],
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `Schema${index}`),
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy(publicUrl),
    theme: { title: 'Invoicing API' },
    // null: the description is sent to no validator elsewhere.
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
}
