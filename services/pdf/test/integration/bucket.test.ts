import { eventually, Line, OwnNats } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Client } from 'minio'
import { freshBucket, startPdf, storage, storageUrl } from './pdf.ts'

let nats: OwnNats
let s3: Client
beforeAll(async () => {
  nats = await OwnNats.start()
  s3 = storage()
}, 300_000)
afterAll(() => nats.stop())

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(async () => stack.disposeAsync())

async function pdf(bucket: string, s3Url?: string) {
  const service = await startPdf({ natsUrl: nats.url, bucket, ...(s3Url === undefined ? {} : { s3Url }) })
  stack.defer(() => service.stop())
  return service
}

/** The storage behind a line that breaks. */
async function brittle() {
  const url = storageUrl()
  const line = await Line.to(url.host)
  stack.defer(() => line.close())
  url.host = line.address
  return { line, s3Url: url.href }
}

const there = (bucket: string) => eventually(() => s3.bucketExists(bucket), { within: 15_000 })

describe('the bucket', () => {
  test('is made at the start, though nobody asks whether the service is ready', async () => {
    const bucket = freshBucket()
    await pdf(bucket)
    await there(bucket)
  })

  test('may be there already, and may be made by several at once', async () => {
    const bucket = freshBucket()
    await s3.makeBucket(bucket)
    const services = await Promise.all([pdf(bucket), pdf(bucket)])
    for (const service of services) expect(await eventually(() => service.ready())).toBe(true)
    const other = freshBucket()
    const together = await Promise.all([pdf(other), pdf(other), pdf(other)])
    for (const service of together) expect(await eventually(() => service.ready())).toBe(true)
  })

  test('is made as soon as a storage is there that was away at the start', async () => {
    const { line, s3Url } = await brittle()
    line.cut()
    const bucket = freshBucket()
    const service = await pdf(bucket, s3Url)
    expect(await service.ready()).toBe(false)
    line.restore()
    await there(bucket)
    expect(await eventually(() => service.ready())).toBe(true)
  })

  test('comes back when the storage lost it', async () => {
    const bucket = freshBucket()
    const service = await pdf(bucket)
    await there(bucket)
    await s3.removeBucket(bucket)
    expect(await eventually(() => service.ready())).toBe(true)
    expect(await s3.bucketExists(bucket)).toBe(true)
  })

  test('out of reach makes the service not ready in time, until it is back', async () => {
    const { line, s3Url } = await brittle()
    const service = await pdf(freshBucket(), s3Url)
    expect(await eventually(() => service.ready())).toBe(true)
    for (const breakLine of [() => line.cut(), () => line.silence()]) {
      breakLine()
      const start = performance.now()
      expect(await service.ready()).toBe(false)
      expect(performance.now() - start).toBeLessThan(2_500)
      line.restore()
      expect(await eventually(() => service.ready(), { within: 10_000 })).toBe(true)
    }
  })

  test('is not made with the wrong keys, and the service says that it is not ready', async () => {
    const url = storageUrl()
    url.password = 'wrong-secret-key'
    const service = await pdf(freshBucket(), url.href)
    expect(await service.ready()).toBe(false)
  })
})
