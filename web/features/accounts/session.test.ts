import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { userQuery } from './queries.ts'
import { endSession, keepToOneMember, startSession } from './session.ts'

const reload = vi.fn<() => void>()
let comeBack: (event: { persisted: boolean }) => void

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof comeBack) => (comeBack = listener))
})
afterEach(() => void vi.unstubAllGlobals())

test('a visitor who logs in keeps the page', () => {
  const client = pageOf(null)
  startSession(client, user('ana'))
  expect(reload).not.toHaveBeenCalled()
})

test('fresh news of the same member change nothing', () => {
  const client = pageOf('ana')
  client.setQueryData(userQuery().queryKey, { user: { ...user('ana'), credits: 7 } })
  expect(reload).not.toHaveBeenCalled()
})

test.each(['ben', null])('the page of one member is loaded anew when the session is that of %s', (other) => {
  const client = pageOf('ana')
  client.setQueryData(userQuery().queryKey, { user: other === null ? null : user(other) })
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that the browser had put away is loaded anew, unless it shows nothing of a member', () => {
  pageOf(null)
  comeBack({ persisted: true })
  expect(reload).not.toHaveBeenCalled()
  pageOf('ana')
  comeBack({ persisted: false })
  expect(reload).not.toHaveBeenCalled()
  comeBack({ persisted: true })
  expect(reload).toHaveBeenCalledOnce()
})

test('the log-out is sent after the calls in flight were cancelled', async () => {
  const events: string[] = []
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { reload, assign })
  vi.stubGlobal('fetch', async () => {
    events.push('log-out')
    return Response.json({})
  })
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
  await endSession(client)
  expect(events).toEqual(['cancelled', 'log-out'])
  expect(assign).toHaveBeenCalledWith('/')
})

function pageOf(member: string | null) {
  const client = new QueryClient()
  client.setQueryData(userQuery().queryKey, { user: member === null ? null : user(member) })
  keepToOneMember(client)
  return client
}

function user(id: string) {
  return { profile: { id }, credits: 3 } as User
}
