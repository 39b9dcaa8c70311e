import { Client } from 'minio'
import { boundedTransport } from './transport.ts'

/** The bucket that holds the rendered files. */
export interface Storage {
  /** Makes the bucket when it is absent; does nothing when it is there. */
  ensureBucket(): Promise<void>
}

/** @param url the server with its keys, `http://accessKey:secretKey@host:port` */
export function openStorage(url: string, bucket: string): Storage {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'https:'
  const client = new Client({
    endPoint: hostname,
    port: Number(port || (secure ? 443 : 80)),
    useSSL: secure,
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    // One region for all: asking the server for it would be a request before each first use.
    region: 'us-east-1',
    transport: boundedTransport(secure),
    // Who calls tries again; the client's own retries would print to standard error.
    retryOptions: { disableRetry: true },
  })
  return {
    ensureBucket: async () => {
      if (await client.bucketExists(bucket)) return
      try {
        await client.makeBucket(bucket)
      } catch (error) {
        // Another replica was quicker.
        if (!(await client.bucketExists(bucket))) throw error
      }
    },
  }
}
