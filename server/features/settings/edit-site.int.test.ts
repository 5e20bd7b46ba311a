import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getUser, giveConsent } from '#contract/accounts/calls.ts'
import { getPageText } from '#contract/pages/calls.ts'
import { getSettings } from '#contract/settings/calls.ts'
import { changePageText, restorePageText } from '#server/features/pages/edit-page-text.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { demoCompany } from './defaults.ts'
import {
  changeCompany,
  changeSite,
  createCompany,
  createSite,
  restoreCompany,
  restoreSite,
  siteSubject,
  type SettingsPatch,
} from './edit-site.ts'
import { Sites } from './service.ts'
import { listVersions } from './versions.ts'

let site: TestApp
let siteId: number
const editor = { id: 'vera', name: 'Vera' }

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

let hosts = 0
let host = ''
beforeEach(async () => {
  host = `edited-${(hosts += 1)}.test`
  const companyId = await companyOf()
  siteId = (await run((tx) => createSite(site.context, tx, { domain: host, companyId, name: 'Edited', editor }))).siteId
})

async function companyOf() {
  return (await site.context.db.selectFrom('companies').select('id').orderBy('id').executeTakeFirstOrThrow()).id
}

async function run<Result>(command: (tx: Tx) => Promise<Result>) {
  const result = await site.context.transaction(command)
  await site.context.events.drain()
  return result
}
const change = (settings: SettingsPatch, expectedVersion: number | null = null) =>
  run((tx) => changeSite(site.context, tx, { siteId, settings, expectedVersion, editor }))
const settingsNow = async () => (await site.call(getSettings, { query: {} }, { headers: { host } })).reply
const versions = () => listVersions(site.context.db, { subject: siteSubject(siteId), before: null })

describe('a change of a site', () => {
  test('is a version with who, when, before and after, and in force at once', async () => {
    const { version } = await change({ name: 'Sparks', accent_colour: '#006644' })
    expect(version).toBe(2)
    expect((await settingsNow())?.settings).toMatchObject({ name: 'Sparks', accent_colour: '#006644' })
    expect((await settingsNow())?.theme['--color-accent']).toContain('#006644')
    expect((await versions())[0]).toMatchObject({
      version: 2,
      operatorName: 'Vera',
      createdAt: site.clock.now(),
      before: { settings: { name: 'Edited' } },
      after: { settings: { name: 'Sparks', accent_colour: '#006644' } },
    })
  })

  test('that changes nothing is no version', async () => {
    expect(await change({ name: 'Edited' })).toEqual({ version: 1 })
  })

  test('reaches another node by itself', async () => {
    const other = new Sites(site.context)
    await other.start()
    try {
      await change({ name: 'Everywhere' })
      await vi.waitFor(() => expect(other.of(host).settings.name).toBe('Everywhere'))
    } finally {
      other.stop()
    }
  })

  test('with null puts the default back', async () => {
    await change({ refund_days: 30, match_message_credits: 1 })
    await change({ refund_days: null })
    expect((await settingsNow())?.settings).toMatchObject({ refund_days: 14, match_message_credits: 1 })
  })

  test('that was made from an older version fails and changes nothing', async () => {
    await change({ name: 'First' }, 1)
    await expect(change({ name: 'Second' }, 1)).rejects.toMatchObject({ code: 'settings.changed_meanwhile' })
    expect((await settingsNow())?.settings.name).toBe('First')
  })

  test('of two at the same time from one version succeeds once', async () => {
    const results = await Promise.allSettled([change({ name: 'One' }, 1), change({ name: 'Two' }, 1)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await versions()).toHaveLength(2)
  })

  test('can be undone, as a change of its own', async () => {
    await change({ name: 'Wrong', niche: 3 })
    await run((tx) => restoreSite(site.context, tx, { siteId, version: 1, expectedVersion: 2, editor }))
    expect((await settingsNow())?.settings).toMatchObject({ name: 'Edited', niche: 1 })
    expect((await versions()).map(({ version }) => version)).toEqual([3, 2, 1])
  })

  test.each([
    [{ niche: 8 }, 'niche'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(5000) }, 'name'],
    [{ accent_colour: 'red;} body{display:none' }, 'settings.colour_invalid'],
    [{ logo: '//evil.example/x.png' }, 'settings.image_path_invalid'],
    [{ logo: 'javascript:alert(1)' }, 'settings.image_path_invalid'],
    [{ signup_credits: 1e9 }, 'signup_credits'],
    [{ refund_days: -1 }, 'refund_days'],
    [{ languages: [] }, 'languages'],
    [{ bundle_prices: { EUR: { p0: 0, p1: 1, p2: 1, p3: 1 } } }, 'bundle_prices'],
  ])('to %j is rejected', async (settings, message) => {
    await expect(change(settings as SettingsPatch)).rejects.toThrow(message)
    expect(await versions()).toHaveLength(1)
  })

  test('to a price of a message that differs from the fixed one is rejected', async () => {
    await change({ message_credits: 3 })
    await site.context.db.insertInto('messagePrices').values({ messageCredits: 2, fixedAt: new Date() }).execute()
    await expect(change({ message_credits: 4 })).rejects.toMatchObject({
      fields: { message_credits: expect.anything() },
    })
    await change({ message_credits: 2 })
    await site.context.db.deleteFrom('messagePrices').execute()
  })

  test('to age checks needs a provider of them; fewer countries and all else do not', async () => {
    const without = { ...site.context, ageProvider: null }
    const changeWithout = (settings: SettingsPatch) =>
      run((tx) => changeSite(without, tx, { siteId, settings, expectedVersion: null, editor }))
    const age_check_countries = { code: 'settings.age_provider_missing' }
    await expect(changeWithout({ age_check_countries: ['GB'] })).rejects.toMatchObject({
      fields: { age_check_countries },
    })
    await change({ age_check_countries: ['GB', 'FR'] })
    await expect(changeWithout({ age_check_countries: ['GB', 'DE'] })).rejects.toMatchObject({
      fields: { age_check_countries },
    })
    await changeWithout({ name: 'Sparks' })
    await changeWithout({ age_check_countries: ['GB'] })
    expect(site.context.sites.of(host).settings).toMatchObject({ name: 'Sparks', age_check_countries: ['GB'] })
    await change({ age_check_countries: null })
  })
})

describe('a host', () => {
  const move = (domain: string) =>
    run((tx) => changeSite(site.context, tx, { siteId, domain, expectedVersion: null, editor }))

  test('leads to its site after a change', async () => {
    await move(`other-${host}`)
    expect(site.context.sites.of(`other-${host}`).id).toBe(siteId)
    expect(site.context.sites.of(host).id).not.toBe(siteId)
  })

  test.each(['www.a.test', 'https://a.test', 'a.test:80', '-a.test', 'a b', '', 'x'.repeat(300), '<script>'])(
    '%s is rejected',
    async (domain) => {
      await expect(move(domain)).rejects.toMatchObject({ fields: { domain: { code: 'settings.domain_invalid' } } })
    },
  )

  test('that another site has is rejected', async () => {
    await expect(move('localhost')).rejects.toMatchObject({ fields: { domain: { code: 'settings.domain_taken' } } })
  })
})

test('a company is created, changed and restored', async () => {
  const { companyId } = await run((tx) => createCompany(site.context, tx, { company: demoCompany, editor }))
  const company = { ...demoCompany, name: 'Other Ltd.' }
  await run((tx) => changeCompany(site.context, tx, { companyId, company, expectedVersion: 1, editor }))
  await run((tx) => changeSite(site.context, tx, { siteId, companyId, expectedVersion: null, editor }))
  expect(site.context.sites.byId(siteId).company.name).toBe('Other Ltd.')
  await run((tx) => restoreCompany(site.context, tx, { companyId, version: 1, expectedVersion: 2, editor }))
  await vi.waitFor(() => expect(site.context.sites.byId(siteId).company.name).toBe(demoCompany.name))
})

test('the history cannot be changed, also in SQL', async () => {
  for (const statement of [
    sql`update content_versions set operator_name = 'x'`,
    sql`delete from content_versions`,
    sql`truncate content_versions`,
  ])
    await expect(statement.execute(site.context.db)).rejects.toThrow('history of content')
})

describe('the text of a page', () => {
  const page = { page: 'terms', language: 'en' } as const
  const write = (markdown: string | null, asksConsent = false) =>
    run((tx) => changePageText(site.context, tx, { ...page, markdown, asksConsent, expectedVersion: null, editor }))
  const read = async () =>
    (await site.call(getPageText, { params: { page: 'terms' }, query: { language: 'en' } })).reply?.text

  test('replaces the file at once, and can be taken back', async () => {
    const file = await read()
    await write('# Our terms\n\nFor {site} <script>alert(1)</script>')
    await vi.waitFor(async () => expect((await read())?.title).toBe('Our terms'))
    expect((await read())?.html).toContain('For Rendezvous &lt;script&gt;')
    await write('# Newer\n\nText')
    await run((tx) => restorePageText(site.context, tx, { ...page, version: 1, expectedVersion: null, editor }))
    await vi.waitFor(async () => expect((await read())?.title).toBe('Our terms'))
    await write(null)
    await vi.waitFor(async () => expect(await read()).toEqual(file))
  })

  test('without a title is rejected', async () => {
    await expect(write('No title')).rejects.toMatchObject({ fields: { markdown: { code: 'pages.title_missing' } } })
  })

  test('that members consent to asks them again, once', async () => {
    const member = await buildMember(site.context)
    const needsConsent = async () => (await site.call(getUser, {}, member)).reply?.user?.needs_consent
    expect(await needsConsent()).toBe(false)
    await write('# Terms\n\nChanged', true)
    await vi.waitFor(async () => expect(await needsConsent()).toBe(true))
    const { consent_version: version } = site.context.sites.of('localhost').settings
    await site.call(giveConsent, { body: { version, language: 'en' } }, member)
    expect(await needsConsent()).toBe(false)
  })
})
