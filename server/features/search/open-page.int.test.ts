import { expect, test, vi } from 'vitest'
import { ONLINE_MS } from '#contract/limits.ts'
import { startTestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { openSocket } from '#tests/support/socket.ts'

test('a member stays active while a page is connected, without any request', async () => {
  const site = await startTestApp()
  await site.app.listen({ port: 0 })
  const [reader, gone] = [await buildMember(site.context), await buildMember(site.context)]
  const sockets = [await openSocket(site, reader), await openSocket(site, gone)]
  sockets[1]?.close()
  await vi.waitFor(() => expect(site.context.realtime.socketCount()).toBe(1))
  const openedAt = site.clock.now()
  site.clock.advance(2 * ONLINE_MS)
  await site.context.realtime.heartbeat()
  // Stores what is known of the activity of members.
  await site.app.close()
  const rows = await site.context.db.selectFrom('profileSearch').select(['userId', 'lastActiveAt']).execute()
  const activityOf = (id: number) => rows.find((row) => row.userId === id)?.lastActiveAt?.getTime()
  expect(activityOf(reader.userId)).toBe(site.clock.now().getTime())
  expect(activityOf(gone.userId)).toBe(openedAt.getTime())
  await site.close()
})
