import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { accountConfirmed, accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { spend } from './service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

function confirm({ userId }: Member) {
  return site.context.transaction((tx) =>
    emit(tx, accountConfirmed, { userId, siteId: site.context.sites.of('localhost').id }),
  )
}

describe('signup credits', () => {
  test('pay for three messages and are granted when the email address is confirmed', async () => {
    const ana = await buildMember(site.context, { isConfirmed: false })
    const { reply } = await site.call(getUser, {}, ana)
    expect(reply?.user).toMatchObject({ status: 'not_confirmed', credits: 0, paid_user: false })
    await confirm(ana)
    const { message_credits } = site.context.sites.of('localhost').settings
    expect((await site.call(getUser, {}, ana)).reply?.user?.credits).toBe(3 * message_credits)
  })

  test('are granted once', async () => {
    const ana = await buildMember(site.context)
    await Promise.all([confirm(ana), confirm(ana), confirm(ana)])
    expect(await balanceOf(site.context, ana.userId)).toEqual({ credits: 6, isPremium: false })
  })
})

test('a change is sent to the member’s devices', async () => {
  const ana = await buildMember(site.context)
  const send = vi.spyOn(site.context.realtime, 'send')
  await confirm(ana)
  await site.context.transaction((tx) =>
    spend({ ...site.context, tx }, { userId: ana.userId, kind: 'message', ref: 'a', amount: 2 }),
  )
  await site.context.events.drain()
  // Confirming the address sends an event of its own.
  expect(send.mock.calls.filter(([, { type }]) => type === 'credits.changed')).toEqual([
    [ana.userId, { type: 'credits.changed', credits: 6, isPremium: false }],
    [ana.userId, { type: 'credits.changed', credits: 4, isPremium: false }],
  ])
})

test('erasing an account deletes its balance and leaves its ledger', async () => {
  const ana = await buildMember(site.context, { credits: 10 })
  await site.context.transaction((tx) => emit(tx, accountErased, { userId: ana.userId }))
  const { db } = site.context
  const rowsOf = (table: 'accountBalances' | 'creditLedger') =>
    db.selectFrom(table).select('userId').where('userId', '=', ana.userId).execute()
  expect(await rowsOf('accountBalances')).toEqual([])
  expect(await rowsOf('creditLedger')).toHaveLength(1)
})
