import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from '#contract/error-body.ts'
import type { EncodedCall } from '#tests/support/site/encode-call.ts'

export interface RaceAnswer {
  status: number
  /** Null after a success. */
  code: ErrorBody['error']['code'] | null
}

/** Connections are kept: a long race would otherwise use up the ports of the machine. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 })

/**
 * Sends calls to a listening app, each over its own connection, so that they arrive at one moment: first all
 * of each but its last byte, then the last bytes. Each has a body. Returns the answers in order.
 */
export async function sendAtOnce(app: FastifyInstance, calls: EncodedCall[]): Promise<RaceAnswer[]> {
  // An app that listens on a TCP port has an address of this shape.
  const { port } = app.server.address() as AddressInfo
  const held = await Promise.all(calls.map((call) => sendWithoutLastByte(port, call)))
  const answers = held.map(async ({ sent }) => (await once(sent, 'response'))[0] as IncomingMessage)
  for (const { sent, last } of held) sent.end(last)
  return Promise.all(answers.map(async (answer) => read(await answer)))
}

async function sendWithoutLastByte(port: number, { method, url, headers, payload }: EncodedCall) {
  if (!payload) throw new Error(`${method} ${url} has no last byte to hold back`)
  const length = { 'content-length': String(payload.length) }
  const sent = request({ host: '127.0.0.1', port, agent, method, path: url, headers: { ...headers, ...length } })
  await written(sent, payload.subarray(0, -1))
  return { sent, last: payload.subarray(-1) }
}

function written(sent: ClientRequest, bytes: Buffer) {
  sent.flushHeaders()
  return new Promise<void>((resolve, reject) => {
    sent.once('error', reject)
    sent.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function read(answer: IncomingMessage): Promise<RaceAnswer> {
  const status = answer.statusCode ?? 0
  const body = await text(answer)
  if (status < 400) return { status, code: null }
  const { error } = JSON.parse(body) as ErrorBody
  return { status, code: error.code }
}
