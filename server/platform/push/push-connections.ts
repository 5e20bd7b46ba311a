import { Agent as HttpAgent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { publicLookup } from './push-services.ts'

/** Messages that are sent at the same time to one push service. */
const CONNECTIONS = 16

/** Connections to push services, and to that of tests, which has no TLS. */
export function openPushConnections(timeoutMs: number) {
  const agent = new Agent({ lookup: publicLookup(), keepAlive: true, maxSockets: CONNECTIONS })
  const testAgent = new HttpAgent({ keepAlive: true })

  /** Sends a request; a redirect is not followed, and the text of the answer is not read. */
  function post(endpoint: string, { headers, body }: { headers: OutgoingHttpHeaders; body: Buffer }) {
    const isTest = new URL(endpoint).protocol === 'http:'
    const signal = AbortSignal.timeout(timeoutMs)
    return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const options = { method: 'POST', headers, signal, agent: isTest ? testAgent : agent }
      const sent = (isTest ? httpRequest : httpsRequest)(endpoint, options, (reply) => {
        reply.resume()
        reply.on('error', () => {})
        resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  function close() {
    agent.destroy()
    testAgent.destroy()
  }

  return { post, close }
}
