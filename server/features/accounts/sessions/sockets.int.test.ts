import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/calls.ts'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { DAY } from '#contract/time.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { openSocket } from '#tests/support/socket.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { deleteUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/service.ts'
import { sessionCookieName } from './session-cookie.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ keepsViewers: true })
  await site.app.listen({ port: 0 })
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

describe('a socket ends', () => {
  test('when its member logs out, while those of other sessions stay', async () => {
    const { member, socket, other } = await connectTwice()
    await site.call(logOut, {}, member)
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect(await isOpen(other)).toBe(true)
    other.close()
  })

  test('when the account is erased', async () => {
    const { member, socket, other } = await connectTwice()
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: member.userId })
      await deleteUser(tx, member.userId)
    })
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect(await other.closed).toBe(closeCodes.sessionEnded)
  })

  test.each(['disabledAt', 'deletedAt'] as const)(
    'without waiting for a heartbeat when the database has %s, while those of other members stay',
    async (column) => {
      vi.spyOn(site.context.realtime, 'heartbeat').mockResolvedValue()
      const [{ member, socket, other }, stranger] = [
        await connectTwice(),
        await openSocket(site, await buildMember(site.context)),
      ]
      await site.context.db
        .updateTable('users')
        .set({ [column]: site.clock.now() })
        .where('id', '=', member.userId)
        .execute()
      expect(await socket.closed).toBe(closeCodes.sessionEnded)
      expect(await other.closed).toBe(closeCodes.sessionEnded)
      expect(await isOpen(stranger)).toBe(true)
      stranger.close()
    },
  )

  test('without waiting for a heartbeat when its session was deleted in the database', async () => {
    vi.spyOn(site.context.realtime, 'heartbeat').mockResolvedValue()
    const { member, socket, other } = await connectTwice()
    await site.context.db.deleteFrom('sessions').where('tokenHash', '=', member.sessionHash).execute()
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect(await isOpen(other)).toBe(true)
    other.close()
  })

  test('when its session expires', async () => {
    const member = await buildMember(site.context)
    const expiresAt = new Date(site.clock.now().getTime() + 300)
    await site.context.db
      .updateTable('sessions')
      .set({ expiresAt })
      .where('tokenHash', '=', member.sessionHash)
      .execute()
    const socket = await openSocket(site, member)
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
  })

  test('with the next heartbeat when the end of its session was moved in the database', async () => {
    const { member, socket, other } = await connectTwice()
    await site.context.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(site.clock.now().getTime() - DAY) })
      .where('tokenHash', '=', member.sessionHash)
      .execute()
    void site.context.realtime.heartbeat()
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    other.close()
  })
})

/** Builds a member with two sessions and a socket of each. */
async function connectTwice() {
  const { context } = site
  const member = await buildMember(context)
  const token = await startSession(context, context.db, member.userId)
  const [socket, other] = [
    await openSocket(site, member),
    await openSocket(site, { cookie: `${sessionCookieName(context.config)}=${token}` }),
  ]
  return { member, socket, other }
}

/** Returns true when a ping is answered, after everything that the server sent before. */
async function isOpen(socket: Awaited<ReturnType<typeof openSocket>>) {
  return (await Promise.race([socket.ping().then(() => 'open'), socket.closed])) === 'open'
}
