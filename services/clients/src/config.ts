import { address, commonSettings, positiveInteger, readEnvironment, text, urlOf } from '@invoicing/chassis'
import { moderationSettings } from '@invoicing/moderation'

/** The settings of the clients service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    MONGODB_URL: urlOf(
      'mongodb',
      'mongodb+srv',
    )({ desc: 'the URL of MongoDB, mongodb://user:password@host:27017' }),
    MONGODB_DATABASE: text({
      desc: "the name of this service's own database",
      default: 'invoicing_clients',
    }),
    INVOICES_ADDRESS: address({ desc: 'the host:port of the invoices service' }),
    UNFINISHED_AFTER_MS: positiveInteger({
      desc: 'how old a write must be to count as left half done by a crash, in milliseconds',
      default: 30_000,
    }),
    ...moderationSettings,
  })
}

export type Config = ReturnType<typeof loadConfig>
