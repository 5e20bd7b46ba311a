import type { Readable } from 'node:stream'

/** At least 5 MiB, which the protocol asks of every part but the last. One part is in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024

/** Sends a request on the file's address with these query parameters. Throws for a reply that is an error. */
export type SendOn = (
  query: Record<string, string>,
  init: { method: string; body?: Uint8Array<ArrayBuffer> | string; headers?: Record<string, string> },
) => Promise<Response>

/** Yields the stream in parts of `PART_BYTES`; the last may be shorter. An empty stream is one empty part. */
export async function* partsOf(stream: Readable, partBytes = PART_BYTES) {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= partBytes) {
      const bytes = Buffer.concat(chunks)
      yield bytes.subarray(0, partBytes)
      chunks = [bytes.subarray(partBytes)]
      size -= partBytes
    }
  }
  yield Buffer.concat(chunks)
}

/**
 * Uploads a file in parts, so that memory holds one of them. The store shows the file after the last part.
 * When a part fails, the upload is removed; after a crash the store's rule for unfinished uploads removes it.
 */
export async function uploadInParts(
  sendOn: SendOn,
  { parts, headers }: { parts: AsyncIterable<Uint8Array>; headers: Record<string, string> },
) {
  const uploadId = await elementOf(await sendOn({ uploads: '' }, { method: 'POST', headers }), 'UploadId')
  try {
    const etags: string[] = []
    for await (const part of parts) {
      const query = { partNumber: String(etags.length + 1), uploadId }
      const response = await sendOn(query, { method: 'PUT', body: new Uint8Array(part) })
      await response.body?.cancel()
      etags.push(response.headers.get('etag') ?? '')
    }
    // A store may report an error in a reply with status 200: it answers before it has joined the parts.
    await elementOf(await sendOn({ uploadId }, { method: 'POST', body: listOf(etags) }), 'ETag')
  } catch (error) {
    const aborted = await sendOn({ uploadId }, { method: 'DELETE' }).catch(() => null)
    await aborted?.body?.cancel()
    throw error
  }
}

function listOf(etags: string[]) {
  const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

async function elementOf(response: Response, name: string) {
  const [, content] = new RegExp(`<${name}>([^<]+)</${name}>`).exec(await response.text()) ?? []
  if (content === undefined) throw new Error(`the store answered an upload in parts without ${name}`)
  return content
}
