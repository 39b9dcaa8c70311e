import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { companyRecord, invalid } from '@invoicing/contracts'
import type { UpdateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Static } from 'typebox'
import type { Resources } from './dependencies.ts'
import { CompanyUpdate } from './schemas/company.ts'
import { errorAnswers } from './schemas/errors.ts'
import { noteBlocksPatch } from './schemas/note-blocks.ts'
import { single } from './schemas/record.ts'

const tags = ['Company']

/** The caller's own company, a record of two services: invoices' settings, and numbering's sequence. */
export function companyRoutes({ invoices, numbering }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const fetchOne = {
      tags,
      operationId: 'getCompany',
      summary: 'Fetch the own company',
      response: { 200: single('Company', 'The company.'), ...errorAnswers() },
    }
    app.get('/company', { schema: fetchOne }, async (request, reply) => {
      const { companyId } = request.caller
      const [settings, sequence] = await Promise.all([
        invoices.getSettings({ companyId }),
        numbering.getSequence({ companyId }),
      ])
      return reply.send({ data: companyRecord(settings, sequence) })
    })

    const update = {
      tags,
      operationId: 'updateCompany',
      summary: 'Change the own company',
      description:
        'Changes what is sent, for invoices to come. After a 503 part of it may be stored: the same request again completes it.',
      body: CompanyUpdate,
      response: {
        200: single('Company', 'The company, as it is stored.'),
        ...errorAnswers(400, 413, 415),
      },
    }
    app.patch<{ Body: Static<typeof CompanyUpdate> }>(
      '/company',
      { schema: update },
      async (request, reply) => {
        const { companyId } = request.caller
        const { body } = request
        const prefix = body.number_prefix === null ? '' : body.number_prefix
        requirePrintable(prefix)
        const padding = body.number_padding
        // Numbering is asked first, so that while it is away nothing is written; it comes last because
        // all that it could refuse was checked here, while invoices may refuse and then nothing is
        // written either. Both writes can be done again: a retry completes what a failure cut short.
        const before = await numbering.getSequence({ companyId })
        const settings = await invoices.updateSettings(settingsOf(companyId, body))
        const isUnchanged = prefix === undefined && padding === undefined
        const sequence = isUnchanged ? before : await numbering.putSequence({ companyId, prefix, padding })
        return reply.send({ data: companyRecord(settings, sequence) })
      },
    )
  }
}

/** @throws AppError invalid_argument for what numbering would refuse, before anything is written */
function requirePrintable(prefix: string | undefined): void {
  if (prefix !== undefined && /\p{Cc}/u.test(prefix)) {
    throw invalid('number_prefix must not hold control characters')
  }
}

const CLEARED = ['address', 'city', 'postal_code', 'country', 'tax_id', 'logo', 'accent_color'] as const

function settingsOf(companyId: string, body: Static<typeof CompanyUpdate>): UpdateSettingsRequest {
  return {
    companyId,
    name: body.name,
    address: body.address ?? undefined,
    city: body.city ?? undefined,
    postalCode: body.postal_code ?? undefined,
    country: body.country ?? undefined,
    taxId: body.tax_id ?? undefined,
    logo: body.logo ?? undefined,
    accentColor: body.accent_color ?? undefined,
    locale: body.locale,
    timeZone: body.time_zone,
    currency: body.currency,
    paymentTerms: body.payment_terms,
    paperSize: body.paper_size,
    noteBlocks: noteBlocksPatch(body),
    clear: CLEARED.filter((field) => body[field] === null),
  }
}
