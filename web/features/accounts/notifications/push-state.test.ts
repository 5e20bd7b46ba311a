import { afterEach, expect, test, vi } from 'vitest'
import { canAskForPush, readPushState, setPushOwner, type PushBrowser } from './push-state.ts'

afterEach(() => void vi.unstubAllGlobals())

const capable = {
  PushManager: () => {},
  Notification: { permission: 'granted', requestPermission: async () => 'granted' },
}

/** A browser in which this member turned push messages on. */
function ownBrowser(memberId: string) {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  setPushOwner(memberId)
}

test('a browser that blocks site data counts as one that cannot show push messages', async () => {
  const getRegistration = () => Promise.reject(new DOMException('The user denied permission.', 'SecurityError'))
  const browser = { ...capable, navigator: { serviceWorker: { getRegistration } } } as unknown as PushBrowser
  expect(await readPushState(browser, 'ada')).toBe('unsupported')
})

test('a browser without a subscription is not subscribed', async () => {
  const serviceWorker = { getRegistration: async () => undefined }
  const browser = { ...capable, navigator: { serviceWorker } } as unknown as PushBrowser
  expect(await readPushState(browser, 'ada')).toBe('unsubscribed')
})

test('the next member of a shared browser is not subscribed, and the one before is again', async () => {
  const subscription = { endpoint: 'https://push.example.com/1' }
  const pushManager = { getSubscription: async () => subscription }
  const serviceWorker = { getRegistration: async () => ({ pushManager }) }
  const browser = { ...capable, navigator: { serviceWorker } } as unknown as PushBrowser
  ownBrowser('ada')
  expect(await readPushState(browser, 'ben')).toBe('unsubscribed')
  expect(await readPushState(browser, 'ada')).toBe('subscribed')
})

test('a browser that blocks push messages is not asked', () => {
  const browserWith = (permission: string) =>
    ({ ...capable, Notification: { permission }, navigator: { serviceWorker: {} } }) as unknown as PushBrowser
  expect(canAskForPush(browserWith('denied'))).toBe(false)
  expect(canAskForPush(browserWith('default'))).toBe(true)
  expect(canAskForPush(browserWith('granted'))).toBe(true)
  expect(canAskForPush({ navigator: {} })).toBe(false)
})

test('Safari on an iPhone can once the site is installed', async () => {
  expect(await readPushState({ navigator: { standalone: false } }, 'ada')).toBe('uninstalled')
  expect(await readPushState({ navigator: {} }, 'ada')).toBe('unsupported')
})
