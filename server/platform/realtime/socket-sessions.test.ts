import { expect, test, vi } from 'vitest'
import { findEndedSessions } from './socket-sessions.ts'

const sessions = Array.from({ length: 2500 }, (_, index) => Buffer.from(`session-${index}`).toString('base64'))

test('sessions are asked for in batches, and those that are not returned have ended', async () => {
  const ended = new Set(['session-0', 'session-999', 'session-1000', 'session-2499'])
  const findLive = vi.fn<(hashes: Buffer[]) => Promise<Buffer[]>>(async (hashes) =>
    hashes.filter((hash) => !ended.has(hash.toString())),
  )
  const endedSessions = await findEndedSessions(sessions, findLive)
  expect(endedSessions.map((session) => Buffer.from(session, 'base64').toString())).toEqual([...ended])
  expect(findLive.mock.calls.map(([hashes]) => hashes.length)).toEqual([1000, 1000, 500])
})

test('without sessions nothing is asked', async () => {
  const findLive = vi.fn<() => Promise<Buffer[]>>()
  expect(await findEndedSessions([], findLive)).toEqual([])
  expect(findLive).not.toHaveBeenCalled()
})
