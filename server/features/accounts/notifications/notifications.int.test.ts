import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NotificationKind } from '#contract/accounts/notification-kinds.ts'
import * as contract from '#contract/accounts/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

async function save(member: Member, disabled: unknown) {
  const body = { notifications_disabled: disabled as NotificationKind[] }
  return site.call(contract.saveNotifications, { body }, member)
}
const resume = (member: Member) => site.call(contract.resumeMails, {}, member)

async function stop({ userId }: Member, disabled: string[]) {
  await site.context.db.updateTable('users').set({ notificationsDisabled: disabled }).where('id', '=', userId).execute()
}

test('kinds are switched off and on, once each', async () => {
  const member = await buildMember(site.context)
  const { reply } = await save(member, ['like', 'push_like', 'like'])
  expect(reply?.user.notifications_disabled).toEqual(['like', 'push_like'])
  expect((await save(member, [])).reply?.user.notifications_disabled).toEqual([])
})

test('the other devices of the member learn of a choice, and do not take it back with their next one', async () => {
  const member = await buildMember(site.context)
  const send = vi.spyOn(site.context.realtime, 'send')
  await save(member, ['like'])
  await site.context.events.drain()
  expect(send).toHaveBeenCalledWith(member.userId, { type: 'user.changed' })
  send.mockRestore()
})

test('a reason that stopped the mails stays when kinds are switched', async () => {
  const member = await buildMember(site.context)
  await stop(member, ['bounce', 'news'])
  expect((await save(member, ['like'])).reply?.user.notifications_disabled).toEqual(['bounce', 'like'])
})

test('mails start again after a bounce and an unsubscription, not after a spam complaint', async () => {
  const member = await buildMember(site.context)
  await stop(member, ['bounce', 'listunsubscribe', 'news'])
  expect((await resume(member)).reply?.user.notifications_disabled).toEqual(['news'])
  await stop(member, ['fbl', 'bounce'])
  expect((await resume(member)).reply?.user.notifications_disabled).toEqual(['fbl'])
})

test.each([
  ['an unknown kind', ['spam']],
  ['a reason that only the system sets', ['fbl']],
  ['a text', 'like'],
  ['markup', ['<b>like</b>']],
  ['too many entries', Array(100).fill('like')],
  ['nothing', undefined],
])('%s is rejected', async (_, disabled) => {
  const member = await buildMember(site.context)
  expect((await save(member, disabled)).status).toBe(400)
})
