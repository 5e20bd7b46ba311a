import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

interface StoredFile {
  body: Buffer
  type: string
  cacheControl: string
  /** When it was stored, as ISO date. */
  at: string
}

/** The one key that the store knows. */
export const s3Credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-west-1' }

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>

/** Starts a store like S3 with one bucket, `photos`, which checks signatures. Tests change its fields. */
export async function startFakeS3() {
  /** By path, with the bucket. */
  const files = new Map<string, StoredFile>()
  /** Uploads in parts that have not ended, by their id. */
  const uploads = new Map<string, Buffer[]>()
  /** What is sent back with the file of each such upload, which is there once it has ended. */
  const begun = new Map<string, Omit<StoredFile, 'body'>>()
  const state = {
    /** Statuses that the store answers first, before it works. */
    failures: [] as number[],
    /** How long a reply waits before its headers, and in the middle of its body. */
    delays: { headersMs: 0, bodyMs: 0 },
  }
  const server = createServer((request, reply) => void serve(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`

  async function serve(request: IncomingMessage, reply: ServerResponse) {
    const body = await buffer(request)
    reply.statusCode = state.failures.shift() ?? (await answer(request, body, reply.setHeader.bind(reply)))
    if (reply.statusCode !== 200) return reply.end()
    if (request.method === 'POST') return reply.end(answerToPost(request))
    await sleep(state.delays.headersMs)
    if (request.method !== 'GET') return reply.end('')
    if (pathOf(request) === '/photos') return reply.end(listing(request))
    const content = files.get(pathOf(request))?.body ?? Buffer.alloc(0)
    if (state.delays.bodyMs > 0) {
      reply.write(content.subarray(0, 1))
      await sleep(state.delays.bodyMs)
      return reply.end(content.subarray(1))
    }
    return reply.end(content)
  }

  function answerToPost({ url = '' }: IncomingMessage) {
    const id = new URL(url, origin).searchParams.get('uploadId')
    return id
      ? '<Result><ETag>"whole"</ETag></Result>'
      : `<Result><UploadId>${[...uploads.keys()].at(-1)}</UploadId></Result>`
  }

  /** Pages of two files. */
  function listing({ url = '' }: IncomingMessage) {
    const start = Number(new URL(url, origin).searchParams.get('continuation-token') ?? 0)
    const paths = [...files.keys()].toSorted()
    const contents = paths.slice(start, start + 2).map((path) => {
      const key = path.slice('/photos/'.length)
      return `<Contents><Key>${key}</Key><LastModified>${files.get(path)?.at ?? ''}</LastModified></Contents>`
    })
    const isTruncated = start + 2 < paths.length
    const next = isTruncated ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult>${contents.join('')}<IsTruncated>${isTruncated}</IsTruncated>${next}</ListBucketResult>`
  }

  function pathOf({ url = '' }: IncomingMessage) {
    return new URL(url, origin).pathname
  }

  /** Answers as a store does that has one bucket, `photos`, and knows one key. */
  async function answer(request: IncomingMessage, body: Buffer, setHeader: (name: string, value: string) => unknown) {
    if (!(await isSigned(request))) return 403
    const path = pathOf(request)
    if (path === '/photos' && request.method === 'GET') return 200
    if (!path.startsWith('/photos/')) return 404
    const inParts = answerInParts(request, body, setHeader)
    if (inParts !== null) return inParts
    if (request.method === 'PUT') files.set(path, { body, ...headersOf(request) })
    if (request.method === 'DELETE') return files.delete(path) ? 204 : 404
    const file = files.get(path)
    if (!file) return 404
    setHeader('content-type', file.type)
    setHeader('cache-control', file.cacheControl)
    return 200
  }

  /** Answers a request of an upload in parts; null for any other. */
  function answerInParts(request: IncomingMessage, body: Buffer, setHeader: (name: string, value: string) => unknown) {
    const query = new URL(request.url ?? '', origin).searchParams
    if (query.has('uploads')) {
      const newId = `upload ${uploads.size + 1}`
      uploads.set(newId, [])
      begun.set(newId, headersOf(request))
      return 200
    }
    const id = query.get('uploadId')
    if (id === null) return null
    const parts = uploads.get(id)
    if (!parts) return 404
    if (request.method === 'DELETE') return uploads.delete(id) ? 204 : 404
    if (request.method === 'PUT') {
      parts[Number(query.get('partNumber')) - 1] = body
      setHeader('etag', `"${parts.length}"`)
      return 200
    }
    const etags = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, etag]) => etag)
    const headers = begun.get(id)
    if (etags.length !== parts.length || !headers) return 400
    files.set(pathOf(request), { ...headers, body: Buffer.concat(parts) })
    uploads.delete(id)
    return 200
  }

  /** Signs the received request again with the same time and headers, and compares the signatures. */
  async function isSigned({ url = '', method = '', headers }: IncomingMessage) {
    const address = new URL(url, origin)
    const query = Object.fromEntries(address.searchParams)
    const [, names = '', inHeader] = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
    const sent = query['X-Amz-Signature'] ?? inHeader
    for (const name of Object.keys(query)) if (name.startsWith('X-Amz-')) address.searchParams.delete(name)
    if (query['X-Amz-Expires']) address.searchParams.set('X-Amz-Expires', query['X-Amz-Expires'])
    const signer = new AwsV4Signer({
      ...s3Credentials,
      service: 's3',
      url: address.href,
      method,
      datetime: query['X-Amz-Date'] ?? String(headers['x-amz-date']),
      signQuery: Boolean(query['X-Amz-Signature']),
      headers: Object.fromEntries(names.split(';').flatMap((name) => (name ? [[name, String(headers[name])]] : []))),
    })
    return sent !== undefined && (await signer.signature()) === sent
  }

  const { accessKeyId, secretAccessKey, region } = s3Credentials
  return Object.assign(state, {
    files,
    uploads,
    bucketUrl: `${origin}/photos`,
    /** For the setting `PHOTO_STORE_URL`. */
    storeUrl: `http://${accessKeyId}:${secretAccessKey}@${host}/photos?region=${region}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

/** What a store sends back with a file. */
function headersOf({ headers }: IncomingMessage) {
  return {
    type: headers['content-type'] ?? '',
    cacheControl: headers['cache-control'] ?? '',
    at: new Date().toISOString(),
  }
}
