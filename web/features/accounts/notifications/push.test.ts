import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/api/call.ts'
import { syncPush, turnPushOff, turnPushOn } from './push.ts'
import { readPushState, setPushOwner, type PushBrowser } from './push-state.ts'

vi.mock('#web/api/call.ts', () => ({ call: vi.fn<() => Promise<object>>(async () => ({ ok: true })) }))

const KEY = Buffer.alloc(65, 4).toString('base64url')
const OTHER_KEY = Buffer.alloc(65, 5).toString('base64url')
const ada = { key: KEY, memberId: 'ada' }

let subscription: ReturnType<typeof subscriptionWith> | null
let permission: NotificationPermission
let browser: PushBrowser

beforeEach(() => {
  vi.clearAllMocks()
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  subscription = null
  permission = 'granted'
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      subscription = subscriptionWith(applicationServerKey)
      return subscription
    },
  }
  const registration = { pushManager, unregister: async () => true }
  const serviceWorker = { getRegistration: async () => registration, register: async () => registration }
  browser = {
    navigator: { serviceWorker: { ...serviceWorker, ready: Promise.resolve(registration) } },
    PushManager: {},
    Notification: {
      get permission() {
        return permission
      },
      requestPermission: async () => permission,
    },
  } as unknown as PushBrowser
})

let made = 0

function subscriptionWith(key: string) {
  made += 1
  const endpoint = `https://web.push.apple.com/${made}`
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      subscription = null
      return true
    },
  }
}

/** The calls to the server: each endpoint with the path of the call. */
const sent = () =>
  vi.mocked(call).mock.calls.map(([{ method }, input]) => {
    const { body } = input as { body: { endpoint?: string; subscription?: { endpoint: string } } }
    return [method, body.endpoint ?? body.subscription?.endpoint]
  })

test('a subscription that the browser has lost is made again', async () => {
  await turnPushOn(browser, ada)
  subscription = null
  expect(await readPushState(browser, 'ada')).toBe('unsubscribed')
  expect(await syncPush(browser, ada)).toBe('subscribed')
  expect(subscription).not.toBeNull()
  expect(sent()).toHaveLength(2)
})

test('one that the server may have forgotten is sent again', async () => {
  await turnPushOn(browser, ada)
  const endpoint = subscription?.endpoint
  await syncPush(browser, ada)
  expect(sent()).toEqual([
    ['POST', endpoint],
    ['POST', endpoint],
  ])
})

test('one that was made with another key is replaced', async () => {
  await turnPushOn(browser, { ...ada, key: OTHER_KEY })
  const former = subscription?.endpoint
  expect(await syncPush(browser, ada)).toBe('subscribed')
  expect(sent().slice(1)).toEqual([
    ['DELETE', former],
    ['POST', subscription?.endpoint],
  ])
})

test('two syncs at once replace one that was made with another key once', async () => {
  await turnPushOn(browser, { ...ada, key: OTHER_KEY })
  const former = subscription?.endpoint
  await Promise.all([syncPush(browser, ada), syncPush(browser, ada)])
  const latest = subscription?.endpoint
  expect(sent().slice(1)).toEqual([
    ['DELETE', former],
    ['POST', latest],
    ['POST', latest],
  ])
})

test.each([
  ['the member turned them off', async () => void (await turnPushOff(browser, 'ada')), 'unsubscribed'],
  ['another member uses the browser', async () => setPushOwner('ben'), 'unsubscribed'],
  ['the permission is withdrawn', async () => void (permission = 'denied'), 'denied'],
])('nothing is subscribed when %s', async (_case, change, state) => {
  await turnPushOn(browser, ada)
  await change()
  vi.mocked(call).mockClear()
  expect(await syncPush(browser, ada)).toBe(state)
  expect(sent()).toEqual([])
})

test('a new subscription that the server does not take is given up, an old one stays', async () => {
  vi.mocked(call).mockRejectedValueOnce(new Error('503'))
  await expect(turnPushOn(browser, ada)).rejects.toThrow('503')
  expect(subscription).toBeNull()
  await turnPushOn(browser, ada)
  vi.mocked(call).mockRejectedValueOnce(new Error('503'))
  await expect(syncPush(browser, ada)).rejects.toThrow('503')
  expect(subscription).not.toBeNull()
})
