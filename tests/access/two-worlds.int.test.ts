import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { getMember, photoUrl } from '#contract/profiles.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { accessTable } from './access-table.ts'
import { buildFixture, endpoints, nameOf, type Fixture } from './fixture.ts'

let site: TestApp
let fixture: Fixture

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  fixture = await buildFixture(site)
})
afterAll(() => site.close())

/** Returns all that an attacker sees of an answer, except for what differs in every answer. */
function transcript({ status, headers, error }: Awaited<ReturnType<TestApp['call']>>) {
  // `ratelimit` counts the caller's own requests.
  const { date: _, ratelimit: _count, ...rest } = headers
  return { status, headers: rest, error: { ...error, requestId: newPublicId().length } }
}

async function ask(endpoint: AnyEndpoint, input: object, cookie: string) {
  return transcript(await site.call(endpoint, input, { cookie }))
}

describe.each(['GET', 'PUT', 'PATCH', 'POST', 'DELETE'])('%s', (method) => {
  const about = endpoints.filter((endpoint) => endpoint.method === method)

  test.each([
    ['another member’s conversation', 'conversationId', /conversation(?!$)|chat$/],
    ['another member’s order', 'orderId', /order/],
    ['another member’s photo', 'photoId', /photoId/],
  ] as const)('%s is answered like one that never existed', async (_name, key, pattern) => {
    for (const endpoint of about.filter(({ path }) => pattern.test(path))) {
      const inputOf = accessTable[nameOf(endpoint)]?.[1]
      const [theirs, none] = [inputOf?.(fixture) ?? {}, inputOf?.({ ...fixture, [key]: newPublicId() }) ?? {}]
      const { cookie } = fixture.premium
      expect(await ask(endpoint, theirs, cookie)).toEqual(await ask(endpoint, none, cookie))
    }
  })

  test('a deleted member is answered like one that never existed, also to members they had blocked', async () => {
    const { free, blocked, owner, ...rest } = await buildFixture(site)
    await site.context.db
      .updateTable('users')
      .set({ deletedAt: site.clock.now() })
      .where('id', '=', owner.userId)
      .execute()
    const callers = [free.cookie, blocked.cookie]
    // A block can be set and removed regardless of the other account, and shows nothing of it.
    for (const endpoint of about.filter(({ path }) => path.includes(':profileId') && !path.startsWith('/api/blocks')))
      for (const cookie of callers) {
        const inputOf = (profileId: string) =>
          accessTable[nameOf(endpoint)]?.[1]?.({ ...rest, free, blocked, owner: { ...owner, profileId } }) ?? {}
        expect(await ask(endpoint, inputOf(owner.profileId), cookie)).toEqual(
          await ask(endpoint, inputOf(newPublicId()), cookie),
        )
      }
  })
})

test('a photo that the viewer may not see is answered like one that never existed', async () => {
  const photos = [fixture.photoId, newPublicId()]
  const seen = (cookie: string, size: 'large' | 'locked') =>
    Promise.all(
      photos.map(async (id) => {
        const { statusCode, headers, payload } = await site.app.inject({
          url: photoUrl(id, size),
          headers: { cookie, 'if-none-match': `"${id}-${size}"` },
        })
        return {
          statusCode,
          headers: { ...headers, date: '', ratelimit: '' },
          code: JSON.parse(payload).error.code,
          length: payload.length,
        }
      }),
    )
  for (const [cookie, size] of [
    ['', 'large'],
    ['', 'locked'],
    [fixture.free.cookie, 'large'],
    [fixture.blocked.cookie, 'locked'],
  ] as const) {
    const [hidden, none] = await seen(cookie, size)
    expect(hidden).toEqual(none)
  }
})

test('a locked photo’s bytes, shape and colours reveal nothing of the original', async () => {
  const { db } = site.context
  const lockedPhoto = async () =>
    (await site.call(getMember, { params: { profileId: fixture.owner.profileId } }, fixture.free)).reply?.member
      .photos[1]
  const before = await lockedPhoto()
  await db
    .updateTable('photos')
    .set({ width: 5, height: 7, thumbhash: 'other' })
    .where('publicId', '=', fixture.photoId)
    .execute()
  expect(before?.isLocked).toBe(true)
  expect(await lockedPhoto()).toEqual(before)
})

test('neither the log-in nor its lock reveals whether an address has an account', async () => {
  const { email } = await buildMember(site.context)
  const tries = (address: string, account: string) =>
    Array.from({ length: 6 }, () => ({ email: account, password: 'wrong', address }))
  const answersTo = async (attempts: ReturnType<typeof tries>) => {
    const answers: unknown[] = []
    for (const { address, ...body } of attempts) {
      const caller = { headers: { 'x-forwarded-for': address } }
      answers.push(transcript(await site.call(accounts.logIn, { body }, caller)))
    }
    return answers
  }
  expect(await answersTo(tries('198.51.100.1', email))).toEqual(
    await answersTo(tries('198.51.100.2', `${randomUUID()}@example.com`)),
  )
})
