import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SmsRejection } from './text-message.ts'
import { openTwilio } from './twilio.ts'

/** Requests that the API has received, and what it answers next. */
const received: { request: IncomingMessage; body: string }[] = []
let next: { status: number; body: string } = { status: 201, body: '{"sid":"SM1"}' }

const api = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ request, body })
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
  })
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    api.listen(0, 'localhost', resolve)
  })
  // A server that listens on a TCP port has an address of this type.
  origin = `http://localhost:${(api.address() as AddressInfo).port}`
})
afterAll(() => api.close())

const message = { userId: 1, to: '+31612345678', text: 'Your code is 123456 – é & €' }
const account = () => ({ origin, accountSid: 'AC1', authToken: 'secret token', from: '+15551234567' })

test('a message is one request of the documented form', async () => {
  await openTwilio(account())(message)
  const [{ request, body } = { request: null, body: '' }] = received
  expect([request?.method, request?.url]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret token').toString('base64')}`)
  expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+31612345678',
    From: '+15551234567',
    Body: message.text,
  })
})

test.each([
  [400, '{"code":21211,"message":"The number +31612345678 is not valid"}', SmsRejection],
  [400, '{"code":20003}', Error],
  [500, '<html>', Error],
  [429, '', Error],
])('an answer with status %i is an error that names neither number nor text', async (status, body, type) => {
  next = { status, body }
  const error = await openTwilio(account())(message).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(type)
  expect(error instanceof SmsRejection).toBe(type === SmsRejection)
  expect(String(error)).not.toMatch(/31612345678|123456/)
})

test('an API that cannot be reached is an error', async () => {
  await expect(openTwilio({ ...account(), origin: 'http://localhost:1' })(message)).rejects.toThrow('fetch failed')
})
