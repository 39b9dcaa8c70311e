/** Generates packages/contracts/src/gen from proto/ (buf and ts-proto, both pinned in package.json). */
import { rm } from 'node:fs/promises'
import { GENERATED, generate } from './proto.ts'

await rm(GENERATED, { recursive: true, force: true })
generate()
