import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'

// The file is served as it is, so it is tested as it is. A Chromium without windows shows no notifications.
const code = readFileSync(join(import.meta.dirname, '../public/service-worker.js'), 'utf8')
const origin = 'https://site.example'
const show = vi.fn<(title: string, options: object) => Promise<void>>(async () => {})
const openWindow = vi.fn<(url: string) => Promise<null>>(async () => null)
const navigate = vi.fn<(url: string) => Promise<null>>(async () => null)

let listeners: Record<string, (event: object) => void>
let clients: object[]

beforeEach(() => {
  vi.clearAllMocks()
  listeners = {}
  clients = []
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    registration: { showNotification: show },
    clients: { matchAll: async () => clients, openWindow },
    location: new URL(origin),
  }
  runInNewContext(code, { self, URL })
})

async function send(name: string, event: object) {
  const waited: unknown[] = []
  listeners[name]?.({ ...event, waitUntil: (promise: unknown) => waited.push(promise) })
  await Promise.all(waited)
}

const push = (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } })
const press = (path: string) => send('notificationclick', { notification: { close: () => {}, data: { path } } })

test('only pushes and presses are handled', () => {
  expect(Object.keys(listeners).toSorted()).toEqual(['notificationclick', 'push'])
})

test('a message is shown with its text', async () => {
  await push('{"title":"Marc","body":"Bonjour","path":"/chats","tag":"chat"}')
  expect(show).toHaveBeenCalledWith('Marc', {
    body: 'Bonjour',
    tag: 'chat',
    icon: '/icon-192.png',
    data: { path: '/chats' },
  })
})

test.each(['no json', 'null', '[]', '"text"', '{"title":7,"path":{}}'])('%s is shown without a text', async (text) => {
  await push(text)
  expect(show).toHaveBeenCalledWith('site.example', expect.objectContaining({ body: '', data: { path: '' } }))
})

test('a press opens the page in the window of the site, or in a new one', async () => {
  await press('/chats')
  expect(openWindow).toHaveBeenLastCalledWith(`${origin}/chats`)
  clients = [{ focus: async () => ({ navigate }) }]
  await press('/likes')
  expect(navigate).toHaveBeenLastCalledWith(`${origin}/likes`)
  expect(openWindow).toHaveBeenCalledTimes(1)
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)'])(
  'a press never leads to %s',
  async (path) => {
    await press(path)
    expect(openWindow).toHaveBeenLastCalledWith(origin)
  },
)
