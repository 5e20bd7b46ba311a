import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { MINUTE, SECOND } from '#contract/time.ts'
import { readListing } from './s3-listing.ts'
import { partsOf, uploadInParts, type SendOn } from './s3-multipart.ts'
import { assertKey, type Storage } from './storage.ts'

export interface S3Options {
  /** Address of the bucket, such as `https://s3.example.com/photos`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long a browser may use a signed address: enough to follow a redirect on a slow network. */
const SIGNED_SECONDS = MINUTE / SECOND
/** To the headers of the reply. */
const TIMEOUT_MS = 10 * SECOND
/** For one part of a large file. */
const PART_TIMEOUT_MS = MINUTE
const RETRIES = 3

/**
 * Opens a storage in a bucket of any S3-compatible store. Files are private; browsers get signed addresses.
 * Errors of the store are thrown after `RETRIES` retries. `headersMs`: the limit until a reply's headers.
 */
export function openS3Storage({ bucketUrl, ...credentials }: S3Options, headersMs = TIMEOUT_MS): Storage {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  const urlOf = (key: string) => {
    assertKey(key)
    return new URL(`${bucketUrl.replace(/\/$/, '')}/${key}`)
  }
  const request = async (url: URL, init: RequestInit & { method: string }, timeoutMs = headersMs) => {
    const response = await fetchWithin(timeoutMs, (signal) => client.fetch(url, { ...init, signal }))
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the photo store answered ${response.status}`)
  }
  const send = (key: string, init: RequestInit & { method: string }) => request(urlOf(key), init)
  /** For requests that need the bucket. */
  const sendOn =
    (key: string): SendOn =>
    async (query, init) => {
      const url = urlOf(key)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const response = await request(url, init, PART_TIMEOUT_MS)
      if (response.ok) return response
      await response.body?.cancel()
      throw new Error('the photo store has no such bucket')
    }

  return {
    async put(key, body, { contentType }) {
      // Each address is signed again, so a browser could not use a copy.
      const headers = { 'content-type': contentType, 'cache-control': 'private, no-store' }
      if (body instanceof Readable) {
        await uploadInParts(sendOn(key), { parts: partsOf(body), headers })
        return
      }
      const response = await sendOn(key)({}, { method: 'PUT', body: new Uint8Array(body), headers })
      await response.body?.cancel()
    },

    async open(key) {
      const response = await send(key, { method: 'GET' })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        return null
      }
      const size = Number(response.headers.get('content-length'))
      return { stream: Readable.from(response.body, { objectMode: false }), size }
    },

    async delete(key) {
      await (await send(key, { method: 'DELETE' })).body?.cancel()
    },

    async *list() {
      for (let next: string | null = ''; next !== null;) {
        const url = new URL(bucketUrl)
        url.searchParams.set('list-type', '2')
        if (next !== '') url.searchParams.set('continuation-token', next)
        const response: Response = await request(url, { method: 'GET' }, PART_TIMEOUT_MS)
        if (!response.ok) throw new Error('the photo store has no such bucket')
        const page = readListing(await response.text())
        yield* page.files
        next = page.next
      }
    },

    async delegate(key) {
      const url = urlOf(key)
      url.searchParams.set('X-Amz-Expires', String(SIGNED_SECONDS))
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true } })
      return { url: signed.url }
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
