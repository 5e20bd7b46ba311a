import { expect, test } from 'vitest'
import { readPushState, type PushBrowser } from './push-state.ts'

const capable = {
  PushManager: () => {},
  Notification: { permission: 'granted', requestPermission: async () => 'granted' },
}

test('a browser that blocks site data counts as one that cannot show push messages', async () => {
  const getRegistration = () => Promise.reject(new DOMException('The user denied permission.', 'SecurityError'))
  const browser = { ...capable, navigator: { serviceWorker: { getRegistration } } } as unknown as PushBrowser
  expect(await readPushState(browser)).toBe('unsupported')
})

test('a browser without a subscription is not subscribed', async () => {
  const serviceWorker = { getRegistration: async () => undefined }
  const browser = { ...capable, navigator: { serviceWorker } } as unknown as PushBrowser
  expect(await readPushState(browser)).toBe('unsubscribed')
})
