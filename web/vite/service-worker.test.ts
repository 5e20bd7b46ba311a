import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'

// The file is served as it is, so it is tested as it is.
const code = readFileSync(join(import.meta.dirname, '../public/service-worker.js'), 'utf8')
const origin = 'https://site.example'

/** Answers to requests by path; without one the site cannot be reached. */
let site: Record<string, () => Response>
let cached: Map<string, Response>
let listeners: Record<string, (event: object) => void>

const cache = {
  match: async (url: string) => cached.get(pathOf(url))?.clone(),
  put: async (url: string, response: Response) => void cached.set(pathOf(url), response),
  keys: async () => [...cached.keys()].map((path) => ({ url: origin + path })),
  delete: async ({ url }: { url: string }) => cached.delete(pathOf(url)),
}
const request = vi.fn<(target: string | { url: string }) => Promise<Response>>(async (target) => {
  const answer = site[pathOf(typeof target === 'string' ? target : target.url)]
  if (!answer) throw new TypeError('Failed to fetch')
  return answer()
})

const answerBySite = request.getMockImplementation()

beforeEach(() => {
  vi.clearAllMocks()
  if (answerBySite) request.mockImplementation(answerBySite)
  site = {}
  cached = new Map()
  listeners = {}
  const self = {
    caches: { match: cache.match, open: async () => cache, delete: async () => cached.clear() },
    skipWaiting: () => {},
    importScripts: () => {},
    registration: {},
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    location: new URL(origin),
  }
  runInNewContext(code, { self, URL, Response, Headers, setTimeout: wait, fetch: request, File })
})

/** Also follows the fake timers of a test. */
function wait(work: () => void, ms: number) {
  return setTimeout(work, ms)
}

function pathOf(url: string) {
  return new URL(url, origin).pathname
}

async function send(name: string, event: object) {
  const waited: unknown[] = []
  listeners[name]?.({ ...event, waitUntil: (promise: unknown) => waited.push(promise) })
  await Promise.all(waited)
}

const offlinePage = (files: string[], text = 'no connection') =>
  new Response(`${text}<script id="offline-start" type="application/json">${JSON.stringify({ files })}</script>`)

const file = (text: string) => () => new Response(text)

/** Asks for what is needed without a connection, as a page of the chat does. */
const ask = (version: string) => send('message', { data: { type: 'store offline page', version } })

async function answerTo(path: string, { mode = 'navigate', method = 'GET', destination = 'document' } = {}) {
  let answer: Promise<Response> | undefined
  const respondWith = (promise: Promise<Response>) => (answer = promise)
  const asked = { url: origin + path, mode, method, destination }
  listeners['fetch']?.({ request: asked, preloadResponse: Promise.resolve(undefined), respondWith })
  return answer && (await answer).text()
}

test('a page comes from the site, whatever its status, and is the offline page only without a reply', async () => {
  site = { '/offline': () => offlinePage(['/assets/a.js']), '/assets/a.js': file('a') }
  await ask('1 en')
  site = { '/chats': () => new Response('broken', { status: 500 }) }
  expect(await answerTo('/chats')).toBe('broken')
  site = {}
  expect(await answerTo('/chats')).toContain('no connection')
  expect(await answerTo('/members')).toContain('no connection')
})

test('the end of a session deletes a page that is being stored, too', async () => {
  site = { '/offline': () => offlinePage(['/assets/a.js']), '/assets/a.js': file('a') }
  const postMessage = vi.fn<(message: string) => void>()
  await Promise.all([ask('1 en'), send('message', { data: { type: 'delete offline page' }, ports: [{ postMessage }] })])
  expect(postMessage).toHaveBeenCalledOnce()
  site = {}
  await expect(answerTo('/chats')).rejects.toThrow('Failed to fetch')
})

test('a site that does not reply in time counts as unreachable', async () => {
  vi.useFakeTimers()
  site = { '/offline': () => offlinePage([]) }
  await ask('1 en')
  request.mockImplementationOnce(() => new Promise(() => {}))
  const answer = answerTo('/chats')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toContain('no connection')
  request.mockImplementation(() => new Promise(() => {}))
  const silent = answerTo('/chats')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await silent).toContain('no connection')
  vi.useRealTimers()
})

test('a page that takes long is waited for while the site can be reached', async () => {
  vi.useFakeTimers()
  site = { '/offline': () => offlinePage([]), '/favicon.svg': file('icon') }
  await ask('1 en')
  const page = Promise.withResolvers<Response>()
  request.mockImplementationOnce(() => page.promise)
  const answer = answerTo('/chats')
  await vi.advanceTimersByTimeAsync(60_000)
  page.resolve(new Response('the page'))
  expect(await answer).toBe('the page')
  vi.useRealTimers()
})

test('without a stored page the error is that of the browser', async () => {
  await expect(answerTo('/chats')).rejects.toThrow('Failed to fetch')
})

test.each([
  ['/api/exports/1', {}],
  ['/transactions/1/receipt.pdf', {}],
  ['/one-time-link', { method: 'POST' }],
  ['/api/chats', { mode: 'cors', destination: '' }],
  ['/photos/1/thumb.webp', { mode: 'no-cors', destination: 'image' }],
  ['/assets/a.js', { mode: 'cors', destination: 'script' }],
])('%s is left to the browser', async (path, options) => {
  expect(await answerTo(path, options)).toBeUndefined()
})

test('the code of the offline page is what is stored, other code comes from the site', async () => {
  site = { '/offline': () => offlinePage(['/assets/a.js']), '/assets/a.js': file('a'), '/assets/b.js': file('b') }
  await ask('1 en')
  request.mockClear()
  const script = { mode: 'cors', destination: 'script' }
  expect(await answerTo('/offline/assets/a.js', script)).toBe('a')
  expect(request).not.toHaveBeenCalled()
  expect(await answerTo('/offline/assets/b.js', script)).toBe('b')
})

test('the same version is stored once', async () => {
  site = { '/offline': () => offlinePage([]) }
  await Promise.all([ask('1 en'), ask('1 en')])
  expect(request).toHaveBeenCalledTimes(1)
})

test('a new build replaces the page with all of its files, and the old ones are deleted', async () => {
  const [a, b, c] = ['/assets/a.js', '/assets/b.js', '/assets/c.js'] as const
  site = { '/offline': () => offlinePage([a, b], 'old'), [a]: file('a'), [b]: file('b') }
  await ask('1 en')
  request.mockClear()
  site = { '/offline': () => offlinePage([b, c], 'new'), [c]: file('c') }
  await ask('2 en')
  expect([...cached.keys()].toSorted()).toEqual([b, c, '/offline'])
  // The file that both builds have is not fetched again.
  expect(request).toHaveBeenCalledTimes(2)
  site = {}
  expect(await answerTo('/chats')).toContain('new')
})

test.each([
  ['a file of the new build is missing', { '/offline': () => offlinePage(['/assets/c.js'], 'new') }],
  [
    'a file of the new build is an error',
    { '/offline': () => offlinePage(['/assets/c.js'], 'new'), '/assets/c.js': () => new Response('', { status: 404 }) },
  ],
  ['the page is an error', { '/offline': () => new Response('broken', { status: 503 }) }],
  ['the page has no list of files', { '/offline': () => new Response('proxy') }],
])('while %s, the old page stays complete, and the next page tries again', async (_case, answers) => {
  site = { '/offline': () => offlinePage(['/assets/a.js'], 'old'), '/assets/a.js': file('a') }
  await ask('1 en')
  site = answers
  await ask('2 en')
  expect(await (await cache.match('/offline'))?.text()).toContain('old')
  expect(cached.has('/assets/a.js')).toBe(true)
  site = { '/offline': () => offlinePage(['/assets/c.js'], 'new'), '/assets/c.js': file('c') }
  await ask('2 en')
  expect(await (await cache.match('/offline'))?.text()).toContain('new')
})

test('a shared photo is stored for the page that asks what to do with it', async () => {
  const form = new FormData()
  form.append('photos', new File(['photo'], 'été.jpg', { type: 'image/jpeg' }))
  form.append('photos', 'no file')
  const respondWith = vi.fn<(answer: Promise<Response>) => void>()
  const shared = { url: `${origin}/share-photo`, mode: 'navigate', method: 'POST', formData: async () => form }
  listeners['fetch']?.({ request: shared, respondWith })
  const answer = await respondWith.mock.lastCall?.[0]
  expect([answer?.status, answer?.headers.get('location')]).toEqual([303, `${origin}/share-photo`])
  expect([...cached.keys()]).toEqual(['/share-photo/0'])
  const stored = cached.get('/share-photo/0')
  expect([await stored?.text(), stored?.headers.get('x-name')]).toEqual(['photo', '%C3%A9t%C3%A9.jpg'])
})

test.each([null, 'text', { type: 'other' }, { type: 'store offline page' }])(
  'the message %j does nothing',
  async (data) => {
    await send('message', { data })
    expect(request).not.toHaveBeenCalled()
  },
)
