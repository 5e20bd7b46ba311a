import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { createSms } from './sms.ts'

const SEND_MS = 1234
const smsUrl = { origin: 'http://localhost', accountSid: 'AC1', authToken: 'token', from: '+15551234567' }
const message = { userId: 1, to: '+31612345678', text: 'Your code is 123456' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(new Response()), SEND_MS)
      }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a message that is only simulated is not sent, and takes as long as the latest one', async () => {
  const sms = createSms({ config: { mode: 'production', smsUrl }, outbox: null, clock: systemClock })
  const sending = sms.send(message)
  await vi.advanceTimersByTimeAsync(SEND_MS)
  await sending
  let hasEnded = false
  const simulated = sms.simulateSend().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(SEND_MS - 10)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  await simulated
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a simulated message fails while the service does', async () => {
  const sms = createSms({ config: { mode: 'production', smsUrl }, outbox: null, clock: systemClock })
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('fetch failed'))
  await expect(sms.send(message)).rejects.toThrow('fetch failed')
  const simulated = sms.simulateSend().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  expect(await simulated).toMatchObject({ message: 'fetch failed' })
})
