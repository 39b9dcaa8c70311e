import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isId, notFound, webhookRecord } from '@invoicing/contracts'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import { updateOf } from '../schema/fields.ts'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { deleted, listOf, single } from './schemas/record.ts'
import { WebhookBody } from './schemas/webhook.ts'

const tags = ['Webhooks']

type ById = { Params: { id: string } }

const WebhookUpdate = updateOf(WebhookBody)

/** Webhook subscriptions (specification 4.4). The secret is in the answer to the create alone. */
export function webhookRoutes({ webhooks, pages }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const create = {
      tags,
      operationId: 'createWebhook',
      summary: 'Subscribe to events',
      body: WebhookBody,
      response: {
        201: single('CreatedWebhook', 'The subscription with its secret.'),
        ...errorAnswers(400, 413, 415),
      },
    }
    app.post('/webhooks', { schema: create }, async (request, reply) => {
      const { companyId } = request.caller
      const { url, events, active = true } = request.body
      const made = await webhooks.createSubscription({ companyId, url, events, active })
      if (made.subscription === undefined) throw new TypeError('a peer answered without subscription')
      return reply.code(201).send({ data: webhookRecord(made.subscription, made.secret) })
    })

    const list = {
      tags,
      operationId: 'listWebhooks',
      summary: 'List subscriptions, newest first',
      querystring: PageQuery,
      response: { 200: listOf('Webhook'), ...errorAnswers(400) },
    }
    app.get('/webhooks', { schema: list }, async (request, reply) => {
      const { companyId } = request.caller
      const scope = { companyId, list: 'webhooks' }
      const page = await webhooks.listSubscriptions({ companyId, ...pages.read(request.query, scope) })
      const records = page.subscriptions.values().map((subscription) => webhookRecord(subscription))
      return sendList(reply, records, pages.pagination(page.subscriptions.length, page, scope))
    })

    const fetchOne = {
      tags,
      operationId: 'getWebhook',
      summary: 'Fetch a subscription',
      response: { 200: single('Webhook', 'The subscription, without its secret.'), ...errorAnswers(404) },
    }
    app.get<ById>('/webhooks/:id', { schema: fetchOne }, async (request, reply) => {
      const subscription = await webhooks.getSubscription(keyOf(request))
      return reply.send({ data: webhookRecord(subscription) })
    })

    const update = {
      tags,
      operationId: 'updateWebhook',
      summary: 'Change, pause or resume a subscription',
      body: WebhookUpdate,
      response: {
        200: single('Webhook', 'The subscription, without its secret.'),
        ...errorAnswers(400, 404, 413, 415),
      },
    }
    app.patch<ById & { Body: Static<typeof WebhookUpdate> }>(
      '/webhooks/:id',
      { schema: update },
      async (request, reply) => {
        const { url, events = [], active } = request.body
        const subscription = await webhooks.updateSubscription({ ...keyOf(request), url, events, active })
        return reply.send({ data: webhookRecord(subscription) })
      },
    )

    const remove = {
      tags,
      operationId: 'deleteWebhook',
      summary: 'Delete a subscription for good',
      response: {
        200: deleted('It is gone, with its queued deliveries.'),
        ...errorAnswers(404),
      },
    }
    app.delete<ById>('/webhooks/:id', { schema: remove }, async (request, reply) => {
      const key = keyOf(request)
      await webhooks.deleteSubscription(key)
      return reply.send({ deleted: true, id: key.subscriptionId })
    })
  }
}

function keyOf(request: { caller: { companyId: string }; params: { id: string } }) {
  const { id } = request.params
  if (!isId('webhook', id)) throw notFound('Webhook not found')
  return { companyId: request.caller.companyId, subscriptionId: id }
}
