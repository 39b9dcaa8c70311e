import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type {
  BillingSettingsServiceServer,
  CreateSettingsRequest,
  Settings,
  UpdateSettingsRequest,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { getSettings } from '../adapters/postgres/get-settings.ts'

interface Dependencies {
  readonly app: {
    createSettings(request: CreateSettingsRequest): Promise<void>
    updateSettings(request: UpdateSettingsRequest): Promise<Settings>
  }
  readonly pool: Pool
  readonly log: Logger
}

export function billingSettingsApi({ app, pool, log }: Dependencies): BillingSettingsServiceServer {
  const { unary } = handlerKit(log)
  return {
    createSettings: unary(async (request) => {
      await app.createSettings(request)
      return {}
    }),
    getSettings: unary(async ({ companyId }) => {
      const settings = await getSettings(pool, companyId)
      if (settings === undefined) throw notFound('Company not found')
      return { settings }
    }),
    updateSettings: unary(async (request) => ({ settings: await app.updateSettings(request) })),
  }
}
