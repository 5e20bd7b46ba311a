import { AwsClient } from 'aws4fetch'
import { MINUTE } from '#contract/time.ts'
import type { SendOn } from './s3-multipart.ts'
import { assertKey } from './storage.ts'

export interface S3Options {
  /** Address of the bucket, such as `https://s3.example.com/photos`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** For one part of a large file. */
const PART_TIMEOUT_MS = MINUTE
const RETRIES = 3

/** The signed requests to a bucket. Errors of the store are thrown after `RETRIES` retries. */
export function openBucket({ bucketUrl, ...credentials }: S3Options, headersMs: number) {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })

  function urlOf(key: string) {
    assertKey(key)
    return new URL(`${bucketUrl.replace(/\/$/, '')}/${key}`)
  }
  async function request(url: URL, init: RequestInit & { method: string }, timeoutMs = headersMs) {
    const response = await fetchWithin(timeoutMs, (signal) => client.fetch(url, { ...init, signal }))
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the photo store answered ${response.status}`)
  }

  return {
    /** Sends a request on a file, which may be missing. */
    send: (key: string, init: { method: string }) => request(urlOf(key), init),

    /** For requests that need the bucket: on a file, or on the bucket itself if `key` is null. */
    sendOn:
      (key: string | null): SendOn =>
      async (query, init) => {
        const url = key === null ? new URL(bucketUrl) : urlOf(key)
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
        const response = await request(url, init, PART_TIMEOUT_MS)
        if (response.ok) return response
        await response.body?.cancel()
        throw new Error('the photo store has no such bucket')
      },

    /** Returns an address at which anyone can read a file for a time. */
    async sign(key: string, seconds: number) {
      const url = urlOf(key)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true } })
      return signed.url
    },
  }
}

/**
 * Ends a request whose headers do not arrive in time. The body may take as long as its reader, such as a
 * member's browser on a slow network; one that stops to arrive is ended by `fetch` itself after five minutes.
 */
async function fetchWithin(timeoutMs: number, send: (signal: AbortSignal) => Promise<Response>) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('the photo store did not answer in time')), timeoutMs)
  try {
    return await send(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
