import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import * as calls from '#contract/operator/site/calls.ts'
import { createCode, endCode, listCodes } from '#contract/operator/codes/calls.ts'
import { getDiscountCode } from '#contract/payments/calls.ts'
import { getPageText } from '#contract/pages/calls.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let owner: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  owner = await buildOperator(site.context)
})
afterAll(() => site.close())

const settingsNow = async () => (await site.app.inject('/api/settings')).json().settings as Record<string, unknown>
const lastAct = async () => {
  const query = site.context.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1)
  return query.executeTakeFirstOrThrow()
}

/** Returns the default site as its editor sees it. */
async function openSite() {
  const { reply } = await site.call(calls.listSites, {}, owner)
  const siteId = reply?.sites[0]?.siteId ?? 0
  const opened = await site.call(calls.getSite, { params: { siteId } }, owner)
  if (!opened.reply) throw new Error('there is no site')
  return opened.reply
}

async function change(body: Record<string, unknown>) {
  const { siteId, version } = await openSite()
  return site.call(calls.changeSettings, { params: { siteId }, body: { expectedVersion: version, ...body } }, owner)
}

describe('the settings of a site', () => {
  test('are changed for visitors, recorded with their names, and put back by the history', async () => {
    const before = await openSite()
    expect((await change({ name: 'Sparks', accent_colour: '#006644' })).status).toBe(200)
    await site.context.events.drain()
    expect(await settingsNow()).toMatchObject({ name: 'Sparks', accent_colour: '#006644' })
    expect(await lastAct()).toMatchObject({
      act: 'settings_changed',
      subjectKind: 'site',
      details: { settings: 'name accent_colour' },
    })
    const after = await openSite()
    expect(after).toMatchObject({ version: before.version + 1, own: expect.arrayContaining(['name']) })

    const subject = `site/${after.siteId}`
    const history = await site.call(calls.listHistory, { query: { subject } }, owner)
    expect(history.reply?.versions[0]).toMatchObject({ version: after.version, by: owner.name })
    const body = { subject, version: before.version, expectedVersion: after.version }
    expect((await site.call(calls.restoreVersion, { body }, owner)).status).toBe(200)
    expect((await openSite()).own).not.toContain('accent_colour')
    expect(await lastAct()).toMatchObject({ act: 'version_restored' })
  })

  test('that another operator changed meanwhile are not overwritten', async () => {
    const { siteId, version } = await openSite()
    await change({ niche: 3 })
    const late = await site.call(
      calls.changeSettings,
      { params: { siteId }, body: { expectedVersion: version, niche: 4 } },
      owner,
    )
    expect(late.error?.code).toBe('settings.changed_meanwhile')
    expect((await openSite()).settings.niche).toBe(3)
  })

  test('out of range are rejected at their field, and nothing changes', async () => {
    const { version } = await openSite()
    for (const [body, field] of [
      [{ niche: 8 }, 'niche'],
      [{ accent_colour: 'red' }, 'accent_colour'],
      [{ logo: '//evil.example/x.png' }, 'logo'],
      [{ match_message_credits: 9 }, 'match_message_credits'],
      [{ countries: [] }, 'countries'],
    ] as const) {
      const { error, status } = await change(body)
      expect([400, 422]).toContain(status)
      expect(Object.keys(error?.fields ?? {})).toEqual([field])
    }
    expect((await openSite()).version).toBe(version)
  })

  test('that are null have their defaults again', async () => {
    await change({ refund_days: 30 })
    expect((await openSite()).settings.refund_days).toBe(30)
    await change({ refund_days: null })
    expect(await openSite()).toMatchObject({ settings: { refund_days: 14 } })
    expect((await openSite()).own).not.toContain('refund_days')
  })
})

test('a site of its own host is added once, and gets another host', async () => {
  const domain = `${randomUUID()}.example`
  const { companyId } = await openSite()
  const body = { domain, name: 'Other', companyId }
  const { reply } = await site.call(calls.createSite, { body }, owner)
  expect((await site.call(calls.createSite, { body }, owner)).error?.code).toBe('settings.domain_taken')
  const params = { siteId: reply?.siteId ?? 0 }
  const opened = await site.call(calls.getSite, { params }, owner)
  const move = { domain: 'www.bad', companyId, expectedVersion: opened.reply?.version ?? 0 }
  expect((await site.call(calls.changeSite, { params, body: move }, owner)).error?.code).toBe('settings.domain_invalid')
  const good = await site.call(calls.changeSite, { params, body: { ...move, domain: `new-${domain}` } }, owner)
  expect(good.status).toBe(200)
  await site.context.events.drain()
  const named = await site.app.inject({ url: '/api/settings', headers: { host: `new-${domain}` } })
  expect(named.json().settings.name).toBe('Other')
})

test('a company is changed and restored', async () => {
  const { companyId } = await openSite()
  const open = async () => (await site.call(calls.getCompany, { params: { companyId } }, owner)).reply
  const before = await open()
  if (!before) throw new Error('there is no company')
  const body = { ...before.company, name: 'Hearts BV', expectedVersion: before.version }
  expect((await site.call(calls.changeCompany, { params: { companyId }, body }, owner)).status).toBe(200)
  const again = await site.call(calls.changeCompany, { params: { companyId }, body }, owner)
  expect(again.error?.code).toBe('settings.changed_meanwhile')
  const after = await open()
  expect(after?.company.name).toBe('Hearts BV')
  const restored = { subject: `company/${companyId}`, version: 0, expectedVersion: after?.version ?? 0 }
  expect((await site.call(calls.restoreVersion, { body: restored }, owner)).status).toBe(200)
  expect((await open())?.company.name).toBe(before.company.name)
})

test('the text of a page is previewed, shown to visitors, and put back', async () => {
  const params = { page: 'faq', language: 'en' } as const
  const markdown = '# Questions about {site}\n\n<script>alert(1)</script> Hello.'
  const { reply } = await site.call(calls.previewPageText, { body: { markdown, language: 'en' } }, owner)
  expect(reply?.html).toContain('&lt;script&gt;')
  const opened = await site.call(calls.getPageText, { params }, owner)
  const edit = { markdown, asksConsent: false, expectedVersion: opened.reply?.version ?? 0 }
  expect((await site.call(calls.changePageText, { params, body: edit }, owner)).status).toBe(200)
  await site.context.events.drain()
  const title = async () => (await site.call(getPageText, { params: { page: 'faq' }, query: { language: 'en' } })).reply
  expect((await title())?.text.title).toMatch(/^Questions about /)
  const back = { ...edit, markdown: null, expectedVersion: edit.expectedVersion + 1 }
  expect((await site.call(calls.changePageText, { params, body: back }, owner)).status).toBe(200)
  expect((await site.call(calls.getPageText, { params }, owner)).reply?.isOwn).toBe(false)
})

describe('a discount code', () => {
  const form = {
    percentage: 20,
    minimumMinor: null,
    country: null,
    email: null,
    maxUses: 5,
    startsOn: null,
    endsOn: null,
  }

  test('of an operator works for members until it is ended', async () => {
    const code = `OP${randomUUID().slice(0, 6).toUpperCase()}`
    expect((await site.call(createCode, { body: { ...form, code } }, owner)).status).toBe(204)
    expect((await site.call(createCode, { body: { ...form, code } }, owner)).error?.code).toBe('credits.code_exists')
    const member = await buildMember(site.context)
    const asked = () => site.call(getDiscountCode, { query: { code } }, member)
    expect((await asked()).status).toBe(200)
    site.clock.advance(1)
    expect((await site.call(endCode, { params: { code } }, owner)).status).toBe(204)
    expect((await asked()).status).not.toBe(200)
    const { reply } = await site.call(listCodes, {}, owner)
    expect(reply?.codes[0]).toMatchObject({ code, percentage: 20, maxUses: 5, used: 0, hasEnded: true })
  })

  test.each([
    [{ percentage: 0 }, 'percentage'],
    [{ percentage: 101 }, 'percentage'],
    [{ code: 'with space' }, 'code'],
    [{ email: 'no address' }, 'email'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ startsOn: '2027-02-30' }, 'startsOn'],
    [{ startsOn: '2027-03-01', endsOn: '2027-02-01' }, 'endsOn'],
  ])('with %j is rejected', async (terms, field) => {
    const body = { ...form, code: `X${randomUUID().slice(0, 8)}`, ...terms }
    const { status, error } = await site.call(createCode, { body }, owner)
    expect([400, 422]).toContain(status)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })
})
