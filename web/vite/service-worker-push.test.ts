import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'

// The file is served as it is, so it is tested as it is. A Chromium without windows shows no notifications.
const code = readFileSync(join(import.meta.dirname, '../public/service-worker-push.js'), 'utf8')
const origin = 'https://site.example'
const show = vi.fn<(title: string, options: object) => Promise<void>>(async () => {})
const openWindow = vi.fn<(url: string) => Promise<null>>(async () => null)
const focus = vi.fn<(path: string) => void>()
const setAppBadge = vi.fn<(number: number) => Promise<void>>(async () => {})
const subscribe = vi.fn<(options: object) => Promise<object>>(async () => ({ endpoint: 'new' }))
const request = vi.fn<(url: string, options: { method: string; body: string }) => Promise<void>>(async () => {})

let listeners: Record<string, (event: object) => void>
let clients: object[]
let cached: Map<string, Response>

beforeEach(() => {
  vi.clearAllMocks()
  listeners = {}
  clients = []
  cached = new Map()
  const cache = { put: async (path: string, response: Response) => void cached.set(path, response) }
  const self = {
    caches: { open: async () => cache, delete: async () => cached.clear() },
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    registration: {
      showNotification: show,
      pushManager: { subscribe },
    },
    clients: { matchAll: async () => clients, openWindow },
    navigator: { setAppBadge },
    location: new URL(origin),
  }
  runInNewContext(code, { self, URL, Response, setTimeout: wait, fetch: request, MessageChannel })
})

/** Also follows the fake timers of a test. */
function wait(work: () => void, ms: number) {
  return setTimeout(work, ms)
}

async function send(name: string, event: object) {
  const waited: unknown[] = []
  listeners[name]?.({ ...event, waitUntil: (promise: unknown) => waited.push(promise) })
  await Promise.all(waited)
}

const push = (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } })
const press = (path: string) => send('notificationclick', { notification: { close: () => {}, data: { path } } })

test('a message is shown with its text, counted on the icon, and reported to open pages', async () => {
  const page = windowAt('/members')
  clients = [page]
  await push('{"title":"Marc","body":"Bonjour","path":"/chats","tag":"chat","badge":3}')
  const options = { body: 'Bonjour', tag: 'chat', renotify: true, data: { path: '/chats' } }
  expect(show).toHaveBeenCalledWith('Marc', expect.objectContaining(options))
  expect(setAppBadge).toHaveBeenCalledWith(3)
  expect(page.asked).toEqual([{ type: 'push received' }])
  expect(await cached.get('/push/last-message')?.text()).toMatch(/^20\d\d-/)
})

test.each(['no json', 'null', '[]', '"text"', '{"title":7,"path":{},"badge":"3"}'])(
  '%s is shown without a text',
  async (text) => {
    await push(text)
    expect(show).toHaveBeenCalledWith('site.example', expect.objectContaining({ body: '', data: { path: '' } }))
    expect(setAppBadge).not.toHaveBeenCalled()
  },
)

/** A window of the site. It confirms what it is asked to open, unless its page has no code for that. */
function windowAt(path: string, { isVisible = false, replies = true } = {}) {
  const asked: unknown[] = []
  const client = {
    asked,
    url: origin + path,
    visibilityState: isVisible ? 'visible' : 'hidden',
    async focus() {
      focus(path)
      return client
    },
    postMessage(message: unknown, [port]: MessagePort[] = []) {
      asked.push(message)
      if (replies) port?.postMessage('opens')
      port?.close()
    },
  }
  return client
}

test('a press opens the page in a window of the site, without loading a new document, or in a new one', async () => {
  await press('/chats')
  expect(openWindow).toHaveBeenLastCalledWith(`${origin}/chats`)
  const open = windowAt('/members')
  clients = [open]
  await press('/likes?a=1')
  expect(open.asked).toEqual([{ type: 'open page', path: '/likes?a=1' }])
  expect(focus).toHaveBeenLastCalledWith('/members')
  expect(openWindow).toHaveBeenCalledTimes(1)
})

test('of several windows it is the one with that page, otherwise the visible one', async () => {
  clients = [windowAt('/profile'), windowAt('/members', { isVisible: true }), windowAt('/chats/1')]
  await press('/chats/1')
  expect(focus).toHaveBeenLastCalledWith('/chats/1')
  await press('/likes')
  expect(focus).toHaveBeenLastCalledWith('/members')
})

test('a page that does not reply stays as it is, and another window is opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clients = [windowAt('/profile', { replies: false })]
  const pressed = press('/chats')
  await vi.advanceTimersByTimeAsync(2000)
  await pressed
  expect(openWindow).toHaveBeenLastCalledWith(`${origin}/chats`)
  vi.useRealTimers()
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)'])(
  'a press never leads to %s',
  async (path) => {
    await press(path)
    expect(openWindow).toHaveBeenLastCalledWith(`${origin}/`)
  },
)

test('a subscription that the browser replaces is replaced on the server', async () => {
  const oldSubscription = { endpoint: 'old', options: { userVisibleOnly: true } }
  await send('pushsubscriptionchange', { oldSubscription, newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith(oldSubscription.options)
  const [path, { method, body }] = request.mock.lastCall ?? ['', { method: '', body: '{}' }]
  expect([path, method]).toEqual(['/api/push-subscription', 'POST'])
  expect(JSON.parse(body)).toEqual({ subscription: { endpoint: 'new' }, replaces: 'old' })
})
