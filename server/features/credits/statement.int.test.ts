import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATEMENT_PAGE_SIZE } from '#contract/limits.ts'
import { getStatement } from '#contract/credits/calls.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { grantPurchase, spend } from './service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const list = (member: Member, after?: string) =>
  site.call(getStatement, { query: after === undefined ? {} : { after } }, member)

const file = (member?: Member) =>
  site.app.inject({ url: '/credits/statement.csv', headers: member ? { cookie: member.cookie } : {} })

/** A purchase of 60 credits, and messages of one credit. */
async function buildSpender(messages: number) {
  const { context } = site
  const member = await buildMember(context)
  const { userId } = member
  await context.transaction(async (tx) => {
    await grantPurchase({ ...context, tx }, { userId, ref: 'bcdfghjkmnpqrs', amount: 60 })
    for (let n = 0; n < messages; n += 1)
      await spend({ ...context, tx }, { userId, kind: 'message', ref: `secret ${n}`, amount: 1 })
  })
  return member
}

test('the statement lists what changed the balance, newest first, with the balance after it', async () => {
  const at = site.clock.now().toISOString()
  expect((await list(await buildSpender(1))).reply).toEqual({
    entries: [
      { kind: 'message', amount: -1, balanceAfter: 59, at, orderId: null },
      { kind: 'purchase', amount: 60, balanceAfter: 60, at, orderId: 'bcdfghjkmnpqrs' },
    ],
    next: null,
  })
})

test('each entry is on one page, of the caller only', async () => {
  const member = await buildSpender(STATEMENT_PAGE_SIZE + 1)
  const first = await list(member)
  const second = await list(member, first.reply?.next ?? '')
  const balances = [first, second].flatMap(({ reply }) => reply?.entries.map(({ balanceAfter }) => balanceAfter) ?? [])
  expect(first.reply?.entries).toHaveLength(STATEMENT_PAGE_SIZE)
  expect(balances).toEqual(Array.from({ length: STATEMENT_PAGE_SIZE + 2 }, (_, n) => 60 - STATEMENT_PAGE_SIZE - 1 + n))
  expect((await list(await buildMember(site.context), first.reply?.next ?? '')).reply).toEqual({
    entries: [],
    next: null,
  })
  const foreign = createCursors(site.context.config, 'orders').seal({
    at: site.clock.now(),
    id: 1,
  })
  expect((await list(member, foreign)).status).toBe(400)
})

test('the file has all entries', async () => {
  const at = site.clock.now().toISOString()
  const { headers, body } = await file(await buildSpender(2))
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="credits.csv"',
    'cache-control': 'private, no-store',
  })
  expect(body.split('\r\n')).toEqual([
    'date,kind,credits,balance,payment',
    `${at},message,-1,58,`,
    `${at},message,-1,59,`,
    `${at},purchase,60,60,bcdfghjkmnpqrs`,
    '',
  ])
})

test('visitors get neither', async () => {
  expect((await site.call(getStatement, { query: {} })).error?.code).toBe('authentication_required')
  expect((await file()).statusCode).toBe(403)
})
