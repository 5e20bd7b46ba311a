import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { decisionsSent } from './decisions-sent.ts'
import { sendLike } from './toggle-like.ts'

test('a list waits for the reply to a like that is being sent, also to one that is rejected', async () => {
  const client = new QueryClient()
  const replies = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const asked = replies.values()
  vi.stubGlobal('fetch', () => asked.next().value?.promise)
  for (const id of ['ana', 'ben']) sendLike({ client, showError: () => {} }, { id, isLiked: false }, true)
  const isSent = vi.fn<() => void>()
  const sent = decisionsSent(client).then(isSent)
  const [ana, ben] = replies
  ana?.resolve(Response.json({ isLiked: true, isMatch: false, isNewMatch: false, profile: { id: 'ana' } }))
  await vi.waitFor(() => expect(client.isMutating()).toBe(1))
  expect(isSent).not.toHaveBeenCalled()
  ben?.resolve(Response.json({ error: { code: 'profiles.not_found' } }, { status: 404 }))
  await sent
  expect(isSent).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('without a like that is being sent a list waits for nothing', async () => {
  await expect(decisionsSent(new QueryClient())).resolves.toBeUndefined()
})
