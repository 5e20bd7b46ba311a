import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { requestOf } from '#web/api/call.ts'

export interface Caller {
  cookie?: string
  headers?: Record<string, string>
  /** For an endpoint with `upload`. */
  file?: Blob
}

export interface EncodedCall {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: Buffer
}

/** Returns the request of the site's pages for a call: by a member's cookie or as a visitor. */
export async function encodeCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  caller: Caller = {},
): Promise<EncodedCall> {
  const { url, body } = requestOf(endpoint, input, caller.file)
  const encoded = new Response(body)
  return {
    method: endpoint.method,
    url,
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(body instanceof FormData && { 'content-type': encoded.headers.get('content-type') ?? '' }),
      ...(caller.cookie && { cookie: caller.cookie }),
      ...(caller.headers?.origin === undefined && { 'sec-fetch-site': 'same-origin' }),
      ...caller.headers,
    },
    ...(body !== undefined && { payload: Buffer.from(await encoded.arrayBuffer()) }),
  }
}
