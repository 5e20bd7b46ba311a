import { expect, test, vi } from 'vitest'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import { isPublicAddress, isPushEndpoint, isPushKey, publicLookup } from './push-services.ts'

const accepts = (endpoint: string) => isPushEndpoint(endpoint, undefined)

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://jmt17.google.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD',
])('%s is at a push service', (endpoint) => expect(accepts(endpoint)).toBe(true))

test.each([
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://user:password@fcm.googleapis.com/a',
  'https://fcm.googleapis.com/a#b',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evil-notify.windows.com/a',
  'https://fcm.googleapis.com./a',
  'https://push.example.com/a',
  'https://localhost/a',
  'https://127.1/a',
  'https://0x7f000001/a',
  'https://2130706433/a',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:4000/a',
  'javascript:alert(1)',
  'push',
])('%s is not', (endpoint) => expect(accepts(endpoint)).toBe(false))

test('the service of a test is accepted where it is set, at its own port only', () => {
  const service = 'http://127.0.0.1:4000'
  expect(isPushEndpoint(`${service}/a`, service)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4001/a', service)).toBe(false)
  expect(isPushEndpoint('http://x@127.0.0.1:4000/a', service)).toBe(false)
})

test('a browser’s key is a point on the curve', () => {
  expect(isPushKey(pushSubscription().keys.p256dh)).toBe(true)
  expect(isPushKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
  expect(isPushKey('p'.repeat(87))).toBe(false)
})

test.each(['8.8.8.8', '142.250.1.95', '2a00:1450:4001::5f'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const reserved = [
  ['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1', 'ff02::1', '2001:db8::1'],
]

test.each(reserved.flat())('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

test('a name leads to public addresses only, also when its server answers otherwise the next time', () => {
  const answers = [['10.0.0.1', '8.8.8.8'], ['10.0.0.1'], []]
  const resolve = publicLookup((_hostname, onResolved) =>
    onResolved(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    ),
  )
  const callback = vi.fn<(error: Error | null, address: unknown, family?: number) => void>()
  resolve('fcm.googleapis.com', { all: true }, callback)
  expect(callback).toHaveBeenLastCalledWith(null, [{ address: '8.8.8.8', family: 4 }])
  for (const all of [false, true]) {
    resolve('fcm.googleapis.com', { all }, callback)
    expect(callback.mock.lastCall?.[0]?.message).toBe('fcm.googleapis.com has no public address')
  }
})
