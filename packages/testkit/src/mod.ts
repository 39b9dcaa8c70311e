export { type EventuallyOptions, eventually } from './eventually.ts'
export { type FreshDatabase, freshDatabase } from './fresh-database.ts'
export { type FreshMongoDatabase, freshMongoDatabase } from './fresh-mongo-database.ts'
export { Line } from './line.ts'
export { OwnNats } from './own-nats.ts'
export {
  admin,
  type CommandResult,
  type Platform,
  type PlatformOptions,
  type PlatformStatus,
  platformStatus,
  startPlatform,
} from './platform.ts'
