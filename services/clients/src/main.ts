import { main } from '@invoicing/chassis'
import { loadConfig } from './config.ts'
import { buildService } from './service.ts'

await main(() => buildService(loadConfig()))
