import { CLIENT_ID_HEADER } from '#contract/limits.ts'
import { bodyOfReply, httpRequestOf, type ApiReply, type Transport } from './transport.ts'

/** An upload without progress for this long fails. Longer than a call: the server also reads the image. */
const STALLED_MS = 30_000

/**
 * Returns a transport that reports the sent part of an upload, from 0 to 1, which `fetch` cannot. Without a
 * reply the call fails as with `fetch`.
 */
export function uploadTransport(onProgress: (share: number) => void): Transport {
  return (apiRequest) =>
    new Promise((resolve, reject) => {
      const { method, url, body } = httpRequestOf(apiRequest)
      const { signal } = apiRequest
      const request = new XMLHttpRequest()
      request.open(method, url)
      const stalled = () => request.abort()
      let timer = setTimeout(stalled, STALLED_MS)
      request.setRequestHeader('x-request-type', 'client')
      if (apiRequest.clientId) request.setRequestHeader(CLIENT_ID_HEADER, apiRequest.clientId)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        clearTimeout(timer)
        timer = setTimeout(stalled, STALLED_MS)
        if (lengthComputable) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(replyTo(request)))
      request.addEventListener('error', () => reject(new TypeError('the upload failed')))
      request.addEventListener('abort', () => reject(signal?.reason ?? new TypeError('the upload was aborted')))
      request.addEventListener('loadend', () => clearTimeout(timer))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body)
    })
}

/** Rejects what is not a reply of the API, which fails the call. */
async function replyTo(request: XMLHttpRequest): Promise<ApiReply> {
  const { status, responseText } = request
  const retryAfter = Number(request.getResponseHeader('retry-after'))
  const body = bodyOfReply(status, responseText)
  return { status, body, retryAfterSeconds: retryAfter > 0 ? retryAfter : null }
}
