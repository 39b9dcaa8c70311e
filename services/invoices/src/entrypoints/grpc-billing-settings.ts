import { handlerKit, type Logger } from '@invoicing/chassis'
import type {
  BillingSettingsServiceServer,
  CreateSettingsRequest,
} from '@invoicing/contracts/gen/invoices/v1/invoices'

interface Dependencies {
  readonly app: { createSettings(request: CreateSettingsRequest): Promise<void> }
  readonly log: Logger
}

export function billingSettingsApi({ app, log }: Dependencies): BillingSettingsServiceServer {
  const { unary } = handlerKit(log)
  return {
    createSettings: unary(async (request) => {
      await app.createSettings(request)
      return {}
    }),
  }
}
