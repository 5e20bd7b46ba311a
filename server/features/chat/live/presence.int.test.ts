import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { likeProfile } from '#contract/likes/calls.ts'
import { ONLINE_MS } from '#contract/limits.ts'
import { updatePrivacy } from '#contract/profiles/calls.ts'
import type { Privacy } from '#contract/profiles/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import { ACTIVITY_FLUSH_MS } from '#server/features/profiles/rules.ts'
import { Activity } from '#server/features/search/activity.ts'
import { processEnded } from '#server/platform/postgres/node-lease.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { openSocket } from '#tests/support/socket.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  await site.app.listen({ port: 0 })
})
afterAll(() => site.close())

/** Ana and Ben have a conversation. Ben was away and is back; Ana has a page open. */
async function pairWithBenBack(change: Partial<{ isInvisible: boolean; isPrivate: boolean }> = {}) {
  const [ana, ben] = await chat.pair()
  await chat.say(ben, ana, 'Hello')
  await chat.say(ana, ben, 'Hello')
  if (Object.keys(change).length > 0)
    await site.context.db.updateTable('profiles').set(change).where('userId', '=', ben.userId).execute()
  await moveActivity(ana, -MINUTE)
  const socket = await openSocket(site, ana)
  // The site stores a new connection after a second, and with it the requests above: never during the test.
  await expect.poll(() => lastActivityMsAgo(ana)).toBeLessThan(MINUTE)
  await moveActivity(ben, -10 * MINUTE)
  const events = async () => {
    await site.context.events.drain()
    await socket.ping()
    // Several processes may publish the same absence.
    return socket
      .eventsOf('presence')
      .filter(({ isOnline }, index, all) => isOnline || all[index - 1]?.isOnline !== false)
  }
  return { ana, ben, socket, events }
}

async function lastActivityMsAgo({ userId }: Member) {
  const { lastActiveAt } = await site.context.db
    .selectFrom('profileSearch')
    .select('lastActiveAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return site.clock.now().getTime() - lastActiveAt.getTime()
}

async function moveActivity({ userId }: Member, byMs: number) {
  await site.context.db
    .updateTable('profileSearch')
    .set({ lastActiveAt: new Date(site.clock.now().getTime() + byMs) })
    .where('userId', '=', userId)
    .execute()
}

/** The activity of one node, of which the members are active now. */
async function nodeWith(...members: Member[]) {
  const activity = new Activity(site.context)
  for (const { userId } of members) activity.touch(userId)
  await activity.flush()
  // What follows may publish more, which must not overtake it.
  await site.context.events.drain()
  return activity
}

describe('presence', () => {
  test('is published to a partner when a member comes back, and when the member is gone', async () => {
    const { ana, ben, socket, events } = await pairWithBenBack()
    const activity = await nodeWith(ben)
    const online = { type: 'presence', profileId: ben.profileId, isOnline: true }
    expect(await events()).toEqual([online])
    site.clock.advance(ONLINE_MS + ACTIVITY_FLUSH_MS + 1)
    await moveActivity(ana, 0)
    await activity.flush()
    expect(await events()).toEqual([online, { ...online, isOnline: false }])
    socket.close()
  })

  test('ends for a member who was online on a node that is gone, once another node has started', async () => {
    const { ana, ben, socket, events } = await pairWithBenBack()
    await nodeWith(ben)
    site.clock.advance(MINUTE)
    const started = new Activity(site.context)
    started.start()
    site.clock.advance(ONLINE_MS + ACTIVITY_FLUSH_MS + 1)
    await moveActivity(ana, 0)
    await started.flush()
    expect((await events()).map(({ isOnline }) => isOnline)).toEqual([true, false])
    await started.stop()
    socket.close()
  })

  test.each([MINUTE, ONLINE_MS + ACTIVITY_FLUSH_MS + MINUTE / 2])(
    'ends for a member on a node that ended, of which others learn after %d ms',
    async (afterMs) => {
      const { ana, ben, socket, events } = await pairWithBenBack()
      const running = new Activity(site.context)
      running.start()
      await running.flush()
      await nodeWith(ben)
      site.clock.advance(afterMs)
      const restMs = ONLINE_MS + ACTIVITY_FLUSH_MS + 1 - Math.min(afterMs, ONLINE_MS)
      // Before the event, whose listener may notify those who are online as soon as it is published.
      await moveActivity(ana, restMs)
      site.context.events.publish(processEnded, { wasKilled: true })
      site.clock.advance(restMs)
      await running.flush()
      expect((await events()).map(({ isOnline }) => isOnline)).toEqual([true, false])
      await running.stop()
      socket.close()
    },
  )

  test('does not end while the member is active on another node', async () => {
    const { ana, ben, socket, events } = await pairWithBenBack()
    const one = await nodeWith(ben)
    site.clock.advance(ONLINE_MS + ACTIVITY_FLUSH_MS + 1)
    await moveActivity(ana, 0)
    const other = new Activity(site.context)
    other.touch(ben.userId)
    await other.flush()
    await one.flush()
    expect((await events()).map(({ isOnline }) => isOnline)).toEqual([true, true])
    socket.close()
  })

  test('is published to a partner in privacy mode too', async () => {
    const { ana, ben, socket, events } = await pairWithBenBack()
    await site.call(updatePrivacy, { body: { isPrivate: true } }, ana)
    const activity = await nodeWith(ben)
    expect((await events()).map(({ isOnline }) => isOnline)).toEqual([true])
    await activity.stop()
    socket.close()
  })

  test('begins once for a member who was online already', async () => {
    const { ben, socket, events } = await pairWithBenBack()
    await nodeWith(ben)
    site.clock.advance(MINUTE)
    await nodeWith(ben)
    expect(await events()).toHaveLength(1)
    socket.close()
  })

  test.each([{ isInvisible: true }, { isPrivate: true }])(
    'of a member with %j is published to no one',
    async (change) => {
      const { ana, ben, socket, events } = await pairWithBenBack(change)
      const activity = await nodeWith(ben)
      site.clock.advance(ONLINE_MS + ACTIVITY_FLUSH_MS + 1)
      await moveActivity(ana, 0)
      await activity.flush()
      expect(await events()).toEqual([])
      socket.close()
    },
  )

  test.each([{ isInvisible: true }, { isPrivate: true }])(
    'ends on the pages of partners when a member turns on %j, and begins again without it',
    async (mode) => {
      const { ana, ben, socket } = await pairWithBenBack()
      await site.call(likeProfile, { params: { profileId: ben.profileId } }, ana)
      await nodeWith(ben)
      const isShownOnline = async () => (await chat.list(ana)).reply?.chats[0]?.profile.isOnline
      expect(await isShownOnline()).toBe(true)
      const off = Object.fromEntries(Object.keys(mode).map((name) => [name, false]))
      const noticesAfter = async (body: Partial<Privacy>) => {
        await site.call(updatePrivacy, { body }, ben)
        await site.context.events.drain()
        await socket.ping()
        return [socket.eventsOf('chats.changed').length, socket.eventsOf('likes.changed').length]
      }
      expect([await noticesAfter(mode), await isShownOnline()]).toEqual([[1, 1], false])
      expect(await noticesAfter(mode)).toEqual([1, 1])
      expect(await noticesAfter(off)).toEqual([2, 2])
      socket.close()
    },
  )

  test('is published neither to a blocked member nor to one without a conversation', async () => {
    const { ana, ben, socket, events } = await pairWithBenBack()
    const stranger = await openSocket(site, await chat.build())
    await chat.block(ben, ana)
    await moveActivity(ben, -10 * MINUTE)
    await nodeWith(ben)
    expect(await events()).toEqual([])
    expect(stranger.eventsOf('presence')).toEqual([])
    for (const each of [socket, stranger]) each.close()
  })

  test('begins when the member opens a page, without waiting for the next request', async () => {
    const [ana, ben] = await chat.pair()
    // Without a request of Ben, who is new to the site's process.
    await chat.say(ana, ben, 'Hello')
    await moveActivity(ben, -10 * MINUTE)
    const socket = await openSocket(site, ana)
    const benSocket = await openSocket(site, ben)
    await expect.poll(() => socket.eventsOf('presence')).toHaveLength(1)
    for (const each of [socket, benSocket]) each.close()
  })
})
