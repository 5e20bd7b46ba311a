import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_ID_HEADER, LOGIN_FAILURES_BEFORE_LOCK, REPLY_MEMORY_MS } from '#contract/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp
let member: Member

beforeAll(async () => {
  site = await startTestApp()
  member = await buildMember(site.context)
})
afterAll(() => site.close())

const password = 'wrong-but-long-enough'

function logIn(clientId: string | undefined, email = 'unknown@example.com') {
  return site.app.inject({
    method: 'POST',
    url: '/api/user',
    headers: clientId === undefined ? {} : { [CLIENT_ID_HEADER]: clientId },
    payload: { email, password },
  })
}

/** Asks for the export, which a member can have made a few times a day. */
function requestExport(clientId?: string, { cookie } = member) {
  return site.app.inject({
    method: 'POST',
    url: '/api/export',
    headers: {
      cookie,
      ...(clientId !== undefined && { [CLIENT_ID_HEADER]: clientId }),
    },
  })
}

const storedReplies = () => site.context.db.selectFrom('callReplies').selectAll().execute()

describe('a changing call that is sent again with its client id', () => {
  test('has its effect once and gets the same reply', async () => {
    const id = randomUUID()
    const [first, second] = [await requestExport(id), await requestExport(id)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    // As another call it is a second one, while the first export is under way.
    expect((await requestExport(randomUUID())).json()).not.toEqual(first.json())
  })

  test('counts a wrong password once', async () => {
    const id = randomUUID()
    const first = await logIn(id, 'someone@example.com')
    expect(first.statusCode).toBe(401)
    for (let n = 0; n < 2 * LOGIN_FAILURES_BEFORE_LOCK; n += 1)
      expect((await logIn(id, 'someone@example.com')).json()).toEqual(first.json())
    expect((await logIn(randomUUID(), 'someone@example.com')).statusCode).toBe(401)
  })

  test('is not remembered when it exceeds a limit, so that it can run once that is over', async () => {
    const email = 'locked@example.com'
    for (let n = 0; n < LOGIN_FAILURES_BEFORE_LOCK; n += 1) await logIn(randomUUID(), email)
    const before = (await storedReplies()).length
    expect((await logIn(randomUUID(), email)).statusCode).toBe(429)
    expect(await storedReplies()).toHaveLength(before)
  })

  test('is another call at another address', async () => {
    const id = randomUUID()
    const exported = await requestExport(id, await buildMember(site.context))
    const loggedIn = await logIn(id)
    expect(exported.statusCode).toBe(200)
    expect(exported.json()).toMatchObject({ export: { status: 'waiting' } })
    expect(loggedIn.json().error.code).toBe('accounts.login_failed')
  })

  test('waits while the first one runs, which has the effect alone', async () => {
    const id = randomUUID()
    const replies = await Promise.all(Array.from({ length: 4 }, () => requestExport(id)))
    const statuses = replies.map(({ statusCode }) => statusCode)
    const waiting = replies.filter(({ statusCode }) => statusCode === 503)
    expect(waiting.map(({ headers }) => headers['retry-after'])).toEqual(waiting.map(() => '1'))
    expect(statuses.filter((status) => status !== 503).length).toBeGreaterThan(0)
    const settled = await requestExport(id)
    expect(replies.find(({ statusCode }) => statusCode !== 503)?.json()).toEqual(settled.json())
  })

  test('is forgotten after a time', async () => {
    await logIn(randomUUID())
    expect((await storedReplies()).length).toBeGreaterThan(0)
    site.clock.advance(REPLY_MEMORY_MS + 1000)
    await logIn(randomUUID())
    expect(await storedReplies()).toHaveLength(1)
  })
})

test('a reply is stored in a form that the database alone cannot read', async () => {
  await logIn(randomUUID())
  const [row] = await storedReplies()
  expect(row?.reply?.toString('latin1')).not.toContain('login_failed')
  expect(row?.reply?.toString('latin1')).not.toContain('status')
})

test.each([undefined, '', 'x', 'a'.repeat(5000)])('without a valid id nothing is remembered (%#)', async (id) => {
  const before = (await storedReplies()).length
  await logIn(id)
  expect(await storedReplies()).toHaveLength(before)
})

test.each(['/api/page-hidden', '/api/payments/webhooks/sandbox', '/api/nowhere'])(
  'of %s nothing is remembered: anyone could fill the database',
  async (url) => {
    const before = (await storedReplies()).length
    const headers = { [CLIENT_ID_HEADER]: randomUUID() }
    await site.app.inject({ method: 'POST', url, headers, payload: {} })
    expect(await storedReplies()).toHaveLength(before)
  },
)
