import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { readDecision } from './decisions.ts'
import { sendLike } from './toggle-like.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  { statuses: [404, 404], isLiked: false },
  { statuses: [200, 404], isLiked: true },
  { statuses: [404, 200], isLiked: false },
])('after a like and its withdrawal were answered with $statuses, the heart is as on the server', async (given) => {
  const client = new QueryClient()
  const replies = given.statuses.map((status, index) => reply(status, { isLiked: index === 0 }))
  vi.stubGlobal('fetch', async () => replies.shift())
  const showError = vi.fn<(error: unknown) => void>()
  const ana = { id: 'ana', isLiked: false }
  sendLike({ client, showError }, ana, true)
  sendLike({ client, showError }, ana, false)
  expect(readDecision(client, 'ana')).toBe(false)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(readDecision(client, 'ana')).toBe(given.isLiked)
  expect(showError).toHaveBeenCalledTimes(given.statuses.filter((status) => status === 404).length)
})

function reply(status: number, { isLiked }: { isLiked: boolean }) {
  const body =
    status === 200
      ? { isLiked, isMatch: false, isNewMatch: false, profile: { id: 'ana' } }
      : { error: { code: 'profiles.not_found' } }
  return new Response(JSON.stringify(body), { status })
}
