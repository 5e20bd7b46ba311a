import { Readable } from 'node:stream'
import { MINUTE, SECOND } from '#contract/time.ts'
import { openBucket, type S3Options } from './s3-bucket.ts'
import { readListing } from './s3-listing.ts'
import { partsOf, uploadInParts } from './s3-multipart.ts'
import type { Storage } from './storage.ts'

/** How long a browser may use a signed address: enough to follow a redirect on a slow network. */
const SIGNED_SECONDS = MINUTE / SECOND
/** To the headers of the reply. */
const TIMEOUT_MS = 10 * SECOND

/**
 * Opens a storage in a bucket of any S3-compatible store. Files are private; browsers get signed addresses.
 * `headersMs`: the limit until a reply's headers.
 */
export function openS3Storage(options: S3Options, headersMs = TIMEOUT_MS): Storage {
  const bucket = openBucket(options, headersMs)
  return {
    async put(key, body, { contentType }) {
      // Each address is signed again, so a browser could not use a copy.
      const headers = { 'content-type': contentType, 'cache-control': 'private, no-store' }
      if (body instanceof Readable) {
        await uploadInParts(bucket.sendOn(key), { parts: partsOf(body), headers })
        return
      }
      const response = await bucket.sendOn(key)({}, { method: 'PUT', body: new Uint8Array(body), headers })
      await response.body?.cancel()
    },

    async open(key) {
      const response = await bucket.send(key, { method: 'GET' })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        return null
      }
      const size = Number(response.headers.get('content-length'))
      return { stream: Readable.from(response.body, { objectMode: false }), size }
    },

    async delete(key) {
      await (await bucket.send(key, { method: 'DELETE' })).body?.cancel()
    },

    async *list() {
      for (let next: string | null = ''; next !== null;) {
        const query: Record<string, string> = next === '' ? {} : { 'continuation-token': next }
        const response = await bucket.sendOn(null)({ 'list-type': '2', ...query }, { method: 'GET' })
        const page = readListing(await response.text())
        yield* page.files
        next = page.next
      }
    },

    async delegate(key) {
      return { url: await bucket.sign(key, SIGNED_SECONDS) }
    },
  }
}
