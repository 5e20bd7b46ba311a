import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '#contract/accounts/calls.ts'
import * as contract from '#contract/notifications/calls.ts'
import type { NoticeChange } from '#contract/notifications/schemas.ts'
import { preferencesToken } from '#server/features/notifications/mails/signed-ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const tokenOf = (member: Member) => preferencesToken(site.context.config, member)
const read = (token: string) => site.call(contract.getMailPreferences, { query: { token } })
const disabledOf = async (member: Member) =>
  (await site.call(accounts.getUser, {}, member)).reply?.user?.notifications_disabled

/** As the servers of a mail provider do. */
async function post(token: string, body = 'List-Unsubscribe=One-Click') {
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: `/mail-preferences?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  return statusCode
}

test('the link in a mail shows the choice, and reading it changes nothing', async () => {
  const anna = await buildMember(site.context, { email: 'anna.berg@example.com' })
  for (let n = 0; n < 2; n += 1) {
    const { reply } = await read(tokenOf(anna))
    expect(reply?.preferences).toEqual({
      email: 'a•••@example.com',
      notifications_disabled: ['promotions', 'news'],
      stopped: null,
    })
  }
  expect(await disabledOf(anna)).toEqual(['promotions', 'news'])
})

test('mails are chosen without a log-in; push messages stay as they were', async () => {
  const anna = await buildMember(site.context)
  const kinds = ['like', 'push_like', 'promotions', 'news'] as const
  await site.call(accounts.saveNotifications, { body: { notifications_disabled: [...kinds] } }, anna)
  const body = { token: tokenOf(anna), notifications_disabled: ['weekly_updates' as const] }
  const { reply } = await site.call(contract.saveMailPreferences, { body })
  expect(reply?.preferences.notifications_disabled).toEqual(['weekly_updates'])
  expect((await disabledOf(anna))?.toSorted()).toEqual(['push_like', 'weekly_updates'])
})

test('one click of a mail program stops all these mails, repeated or not', async () => {
  const anna = await buildMember(site.context)
  for (let n = 0; n < 3; n += 1) expect(await post(tokenOf(anna))).toBe(200)
  const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--'
  expect(await post(tokenOf(anna), multipart)).toBe(200)
  expect((await disabledOf(anna))?.filter((entry) => entry === 'listunsubscribe')).toEqual(['listunsubscribe'])
  expect((await read(tokenOf(anna))).reply?.preferences.stopped).toBe('listunsubscribe')
})

test('a post without the form of RFC 8058 changes nothing', async () => {
  const anna = await buildMember(site.context)
  expect(await post(tokenOf(anna), '')).toBe(400)
  expect(await disabledOf(anna)).not.toContain('listunsubscribe')
})

test.each<[string, (anna: Member) => Promise<string> | string]>([
  ['changed', (anna) => tokenOf(anna).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['another member’s', async (anna) => `${anna.profileId}.${tokenOf(await buildMember(site.context)).split('.')[1]}`],
  ['no token', () => 'nothing'],
  [
    'for an earlier address',
    async (anna) => {
      const token = tokenOf(anna)
      const email = `new-${anna.email}`
      await site.context.db.updateTable('users').set({ email, emailKey: email }).where('id', '=', anna.userId).execute()
      return token
    },
  ],
])('a token that is %s does nothing', async (_case, tokenFor) => {
  const token = await tokenFor(await buildMember(site.context))
  expect([(await read(token)).error?.code, await post(token)]).toEqual(['notifications.link_invalid', 404])
  const body = { token, notifications_disabled: [] }
  expect((await site.call(contract.saveMailPreferences, { body })).error?.code).toBe('notifications.link_invalid')
})

test.each(['deletedAt', 'disabledAt'] as const)('of an account with %s the button alone works', async (closed) => {
  const anna = await buildMember(site.context)
  const setClosed = (at: Date | null) =>
    site.context.db
      .updateTable('users')
      .set({ [closed]: at })
      .where('id', '=', anna.userId)
      .execute()
  await setClosed(site.clock.now())
  const token = tokenOf(anna)
  expect((await read(token)).error?.code).toBe('notifications.link_invalid')
  const body = { token, notifications_disabled: [] }
  expect((await site.call(contract.saveMailPreferences, { body })).error?.code).toBe('notifications.link_invalid')
  expect(await post(token)).toBe(200)
  // The account can be opened again, and its mails stay stopped then.
  await setClosed(null)
  expect((await read(token)).reply?.preferences.stopped).toBe('listunsubscribe')
})

test('offers and news are off until the member says yes, which is stored with its time', async () => {
  const anna = await buildMember(site.context)
  const consents = async () =>
    site.context.db
      .selectFrom('consents')
      .select(['kind', 'givenAt'])
      .where('userId', '=', anna.userId)
      .where('kind', '!=', 'membership')
      .execute()
  const save = (kinds: ('news' | 'promotions' | 'like')[]) =>
    site.call(accounts.saveNotifications, { body: { notifications_disabled: kinds } }, anna)
  await save(['news', 'promotions', 'like'])
  expect(await consents()).toEqual([])
  await save(['promotions'])
  expect(await consents()).toEqual([{ kind: 'news', givenAt: site.clock.now() }])
  await save(['promotions', 'news'])
  expect(await consents()).toEqual([])
})

const day = { from: 22 * 60, to: 7 * 60 }
const week = [day, day, day, day, day, null, null]

test('quiet hours, time zone and details are stored', async () => {
  const anna = await buildMember(site.context)
  expect((await site.call(contract.getNoticeSettings, {}, anna)).reply?.settings).toEqual({
    time_zone: null,
    quiet_hours: null,
    is_detailed: false,
  })
  const settings = { time_zone: 'Europe/Paris', quiet_hours: week, is_detailed: true }
  expect((await site.call(contract.saveNoticeSettings, { body: settings }, anna)).reply?.settings).toEqual(settings)
  expect((await site.call(contract.getNoticeSettings, {}, anna)).reply?.settings).toEqual(settings)
})

test('a change leaves what another device has changed', async () => {
  const anna = await buildMember(site.context)
  const change = async (body: NoticeChange) =>
    (await site.call(contract.saveNoticeSettings, { body }, anna)).reply?.settings
  await change({ time_zone: 'Europe/Paris', quiet_hours: week })
  await change({ is_detailed: true })
  const stored = { time_zone: 'Europe/Rome', quiet_hours: week, is_detailed: true }
  expect(await change({ time_zone: 'Europe/Rome' })).toEqual(stored)
  expect(await change({})).toEqual(stored)
})

test.each([
  ['without a time zone', { time_zone: null, quiet_hours: week }, 'time_zone'],
  ['whose time zone is taken away', { time_zone: null }, 'time_zone'],
  ['in an unknown time zone', { time_zone: 'Europe/Nowhere', quiet_hours: week }, 'time_zone'],
  ['of six days', { time_zone: 'Europe/Paris', quiet_hours: week.slice(1) }, 'quiet_hours'],
  [
    'that begin at an odd minute',
    { time_zone: 'Europe/Paris', quiet_hours: week.with(0, { from: 7, to: 0 }) },
    'quiet_hours',
  ],
  ['of no length', { time_zone: 'Europe/Paris', quiet_hours: week.with(0, { from: 60, to: 60 }) }, 'quiet_hours'],
])('quiet hours %s are rejected', async (_case, part, field) => {
  const anna = await buildMember(site.context)
  const { status, error } = await site.call(
    contract.saveNoticeSettings,
    { body: { is_detailed: false, ...part } },
    anna,
  )
  expect([400, 422]).toContain(status)
  expect(Object.keys(error?.fields ?? {}).map((name) => name.split('.')[0])).toContain(field)
})
