import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSettings } from '#contract/settings/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { userQuery } from './queries.ts'
import { endSessionIfLoggedIn, reloadOnMemberChange, startSession } from './session.ts'

const reload = vi.fn<() => void>()
const assign = vi.fn<(url: string) => void>()
let pageShow: (event: { persisted: boolean }) => void
const deleteDatabase = vi.fn<(name: string) => EventTarget>(() => succeeding())
const deleteCache = vi.fn<(name: string) => Promise<boolean>>(async () => true)
const unregister = vi.fn<() => Promise<boolean>>(async () => true)
const closeNotification = vi.fn<() => void>()
const registration = { active: null, getNotifications: async () => [{ close: closeNotification }], unregister }
const allCaches = [['offline'], ['push'], ['shared']]
const page = { documentElement: { hidden: false } }

beforeEach(() => {
  vi.clearAllMocks()
  page.documentElement.hidden = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { reload, assign })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('indexedDB', { deleteDatabase })
  vi.stubGlobal('caches', { delete: deleteCache })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof pageShow) => (pageShow = listener))
})
afterEach(() => {
  vi.unstubAllGlobals()
  // The end of a session stops all fetching of its page.
  onlineManager.setOnline(true)
})

test('a visitor who logs in keeps the page', () => {
  const client = pageOf(null)
  startSession(client, user('ana'))
  expect(reload).not.toHaveBeenCalled()
})

test('a log-in discards what was fetched for a visitor, except the settings and lists of the site', () => {
  const client = pageOf(null)
  client.setQueryData(apiQueryKey(getSettings), 'settings')
  client.setQueryData(['/api/regions', {}], 'regions')
  client.setQueryData(['/api/search'], 'members for visitors')
  startSession(client, user('ana'))
  expect(client.getQueryData(apiQueryKey(getSettings))).toBe('settings')
  expect(client.getQueryData(['/api/regions', {}])).toBe('regions')
  expect(client.getQueryData(['/api/search'])).toBeUndefined()
  expect(client.getQueryData(userQuery().queryKey)?.user).toEqual(user('ana'))
})

test('a visitor’s page fetches its data again when a member has logged in, in another tab', () => {
  const client = pageOf(null)
  client.setQueryData(['/api/search'], 'members for visitors')
  client.setQueryData(['/api/regions', {}], 'regions')
  const observer = new QueryObserver(client, { queryKey: ['/api/members/ben'], initialData: 'as visitors see it' })
  const unsubscribe = observer.subscribe(() => {})
  client.setQueryData(userQuery().queryKey, { user: user('ana') })
  expect(client.getQueryData(['/api/search'])).toBeUndefined()
  expect(client.getQueryData(['/api/regions', {}])).toBe('regions')
  expect(client.getQueryState(['/api/members/ben'])?.isInvalidated).toBe(true)
  expect(client.getQueryData(userQuery().queryKey)?.user).toEqual(user('ana'))
  expect(reload).not.toHaveBeenCalled()
  unsubscribe()
})

test('changed data of the same member does not reload the page', () => {
  const client = pageOf('ana')
  client.setQueryData(userQuery().queryKey, { user: { ...user('ana'), credits: 7 } })
  expect(reload).not.toHaveBeenCalled()
})

test.each(['ben', null])('the page of a member is reloaded when the session becomes that of %s', async (other) => {
  const client = pageOf('ana')
  client.setQueryData(userQuery().queryKey, { user: other === null ? null : user(other) })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a session that ended elsewhere leaves nothing on the device, and one of another member deletes nothing of theirs', async () => {
  pageOf('ana').setQueryData(userQuery().queryKey, { user: user('ben') })
  expect(deleteDatabase).not.toHaveBeenCalled()
  pageOf('ana').setQueryData(userQuery().queryKey, { user: null })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(deleteDatabase.mock.calls).toEqual([['photo-drafts'], ['chat']])
  expect(deleteCache.mock.calls).toEqual(allCaches)
  expect(closeNotification).toHaveBeenCalledOnce()
  expect(unregister).toHaveBeenCalledOnce()
})

test('the next page loads when everything is deleted, or after a wait for what another tab keeps open', async () => {
  vi.useFakeTimers()
  const deletion = new EventTarget()
  deleteDatabase.mockReturnValueOnce(deletion)
  pageOf('ana').setQueryData(userQuery().queryKey, { user: null })
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).not.toHaveBeenCalled()
  deletion.dispatchEvent(new Event('success'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).toHaveBeenCalledOnce()
  deleteDatabase.mockReturnValueOnce(new EventTarget())
  pageOf('ana').setQueryData(userQuery().queryKey, { user: null })
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('what belongs to the member goes by name, and what was closed for good stays', async () => {
  const ofDevice = ['dismissals', 'theme', 'discreet']
  for (const key of [...ofDevice, 'last-search:ana', 'push-member', 'opened-gifts', 'first-message'])
    localStorage.setItem(key, 'x')
  sessionStorage.setItem('signup', 'x')
  pageOf('ana').setQueryData(userQuery().queryKey, { user: null })
  expect(Object.keys(localStorage['all']())).toEqual([...ofDevice, 'session-ended'])
  expect(sessionStorage.getItem('signup')).toBeNull()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a visitor’s page deletes what a member has left on the device, once', async () => {
  pageOf(null)
  expect(deleteDatabase).not.toHaveBeenCalled()
  localStorage.setItem('chat-stored', '1')
  reloadOnMemberChange(new QueryClient())
  pageOf('ana')
  expect(deleteDatabase).not.toHaveBeenCalled()
  pageOf(null)
  expect(deleteDatabase).toHaveBeenCalledWith('chat')
  await vi.waitFor(() => expect(deleteCache.mock.calls).toEqual(allCaches))
  pageOf(null)
  expect(deleteDatabase).toHaveBeenCalledTimes(2)
})

test('a page restored from the back/forward cache is kept and fetches what is new while the session goes on', () => {
  const client = pageOf('ana')
  pageShow({ persisted: false })
  expect(client.getQueryState(userQuery().queryKey)?.isInvalidated).toBe(false)
  pageShow({ persisted: true })
  expect(client.getQueryState(userQuery().queryKey)?.isInvalidated).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

test('a page of a member does not come back from the back/forward cache after a log-out, that of a visitor does', async () => {
  const { endSession, reloadOnMemberChange: watch } = await freshSession()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const shows = ['ana', null].map((member) => {
    watch(clientOf(member))
    return pageShow
  })
  await endSession(clientOf('ana'))
  for (const show of shows) show({ persisted: true })
  expect(reload).toHaveBeenCalledOnce()
  expect(page.documentElement.hidden).toBe(true)
  // What is opened after the log-in of another member is kept again.
  pageOf('ben')
  pageShow({ persisted: true })
  expect(reload).toHaveBeenCalledOnce()
})

test('without storage a page of a member never comes back from the back/forward cache', () => {
  vi.stubGlobal('localStorage', null)
  pageOf('ana')
  pageShow({ persisted: true })
  expect(reload).toHaveBeenCalledOnce()
})

test('a full storage does not prevent the deletion of what the member read', async () => {
  vi.stubGlobal('localStorage', {
    ...memoryStorage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  pageOf('ana').setQueryData(userQuery().queryKey, { user: null })
  expect(deleteDatabase.mock.calls).toEqual([['photo-drafts'], ['chat']])
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a required log-in ends the session of a member once, after calls in flight, even if the server fails', async () => {
  const events: string[] = []
  vi.stubGlobal('fetch', async () => {
    events.push('log-out')
    return new Response('{"error":{"code":"request.failed"}}', { status: 500 })
  })
  endSessionIfLoggedIn(pageOf(null))
  const client = pageOf('ana')
  const inFlight = client.query({
    queryKey: ['/api/chats'],
    queryFn: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          events.push('cancelled')
          reject(signal.reason)
        })
      }),
  })
  inFlight.catch(() => {})
  endSessionIfLoggedIn(client)
  endSessionIfLoggedIn(client)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(events).toEqual(['cancelled', 'log-out'])
})

test('the end of a session that another tab has logged out neither logs the next member out nor deletes their data', async () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const { endSessionIfLoggedIn: onSessionEnded, reloadOnMemberChange: watch } = await freshSession()
  const client = clientOf('ana')
  watch(client)
  // The other tab has logged Ana out, and Ben has logged in there.
  localStorage.setItem('session-ended', '1')
  localStorage.setItem('push-member', 'ben')
  sessionStorage.setItem('gift-choice', 'of Ana')
  onSessionEnded(client)
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/']]))
  expect([fetch.mock.calls, deleteDatabase.mock.calls]).toEqual([[], []])
  expect([localStorage.getItem('push-member'), sessionStorage.getItem('gift-choice')]).toEqual(['ben', null])
})

test('the end of a session is that of a visitor who has logged in after another session had ended', async () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const { endSessionIfLoggedIn: onSessionEnded, reloadOnMemberChange: watch } = await freshSession()
  const client = clientOf(null)
  watch(client)
  localStorage.setItem('session-ended', '1')
  startSession(client, user('ana'))
  onSessionEnded(client)
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/']]))
  expect(fetch).toHaveBeenCalledOnce()
})

test('the page shows that a log-out is under way', async () => {
  const { endSession } = await freshSession()
  const { isPageLeaving } = await import('#web/ui/feedback/page-wait.ts')
  expect(isPageLeaving()).toBe(false)
  const ended = endSession(pageOf('ana'))
  expect(isPageLeaving()).toBe(true)
  await ended
})

test('a call that ends the session leads to its own page, though the socket reports the end meanwhile', async () => {
  const { endSessionBy, endSessionIfLoggedIn: onSessionEnded } = await freshSession()
  const client = pageOf('ana')
  await endSessionBy(async () => onSessionEnded(client), { path: '/account-deleted' })
  expect(assign.mock.calls).toEqual([['/account-deleted']])
})

test('a call that fails to end the session changes nothing, and the next end is noticed', async () => {
  const { endSessionBy, endSessionIfLoggedIn: onSessionEnded } = await freshSession()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const wrong = endSessionBy(() => Promise.reject(new Error('wrong password')), { path: '/account-deleted' })
  await expect(wrong).rejects.toThrow('wrong password')
  expect(assign).not.toHaveBeenCalled()
  onSessionEnded(pageOf('ana'))
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/']]))
})

/** A tab in which no log-out has begun. */
function freshSession() {
  vi.resetModules()
  return import('./session.ts')
}

function pageOf(member: string | null) {
  const client = clientOf(member)
  reloadOnMemberChange(client)
  return client
}

function clientOf(member: string | null) {
  const client = new QueryClient()
  client.setQueryData(userQuery().queryKey, { user: member === null ? null : user(member) })
  return client
}

/** A request of the browser's database that is done soon. */
function succeeding() {
  const request = new EventTarget()
  queueMicrotask(() => request.dispatchEvent(new Event('success')))
  return request
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
    all: () => Object.fromEntries(items),
  }
}

function user(id: string) {
  return { profile: { id }, credits: 3 } as User
}
