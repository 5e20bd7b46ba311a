import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Email } from '#contract/emails.ts'
import { languages } from '#contract/languages.ts'
import { COMPLAINT_DAYS, COMPLAINT_RATE, COMPLAINTS_PER_DAY, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { getPageText, sendComplaint } from '#contract/pages/calls.ts'
import type { ComplaintForm } from '#contract/pages/schemas.ts'
import { DAY } from '#contract/time.ts'
import { accountConfirmed, accountErased } from '#server/features/accounts/events.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { NO_ACCOUNT } from '#server/platform/mail/mail.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { deleteOldComplaints } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  const ownTexts = join(inject('testFolder'), `texts-${randomUUID()}`)
  await mkdir(join(ownTexts, 'en'), { recursive: true })
  await writeFile(join(ownTexts, 'en/ban.md'), '# Our own ban\n\nWritten by {company}.\n')
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PAGE_TEXTS_DIR: ownTexts, LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

test('the image of a link preview names the site that is asked for, and no other site of the process', async () => {
  const { context, app } = site
  const { company } = context.sites.of('localhost')
  await context.transaction((tx) =>
    insertSite(tx, { domain: 'sparks.test', isDefault: false, company, at: context.clock.now() }),
  )
  await context.sites.refresh()
  await changeSettings(context, { siteId: context.sites.of('sparks.test').id, settings: { name: 'Sparks' } })
  await context.events.drain()
  const imageOf = async (host: string) => (await app.inject({ url: '/share.jpg', headers: { host } })).rawPayload
  const [own, other] = [await imageOf('localhost'), await imageOf('sparks.test')]
  expect(other.equals(own)).toBe(false)
  expect((await imageOf('localhost')).equals(own)).toBe(true)
})

test('the map of the site names the languages that the site offers', async () => {
  const { id } = site.context.sites.of('localhost')
  const namedLanguages = async () => {
    const { body } = await site.app.inject({ url: '/sitemap.xml' })
    const [, first = ''] = body.split('<url>')
    return [...first.matchAll(/hreflang="([\w-]+)"/g)].map(([, language]) => language)
  }
  expect(await namedLanguages()).toEqual([...languages, 'x-default'])
  await changeSettings(site.context, { siteId: id, settings: { languages: ['fr', 'en'] } })
  await site.context.events.drain()
  expect(await namedLanguages()).toEqual(['en', 'fr', 'x-default'])
  await changeSettings(site.context, { siteId: id, settings: { languages: [...languages] } })
  await site.context.events.drain()
})

describe('the text of a page', () => {
  const read = async (page: 'terms' | 'ban', language: 'en' | 'fr') => {
    const { reply } = await site.call(getPageText, { params: { page }, query: { language } })
    return reply?.text
  }

  test('names the site and its company, in the language that was asked for', async () => {
    const french = await read('terms', 'fr')
    expect(french?.title).toBe('Conditions')
    expect(french?.html).toContain('Rendezvous Demo Company')
    expect(french?.html).toContain('<h2>Qui exploite Rendezvous</h2>')
  })

  test('follows the settings, whose values are never markup', async () => {
    const { id } = site.context.sites.of('localhost')
    await changeSettings(site.context, { siteId: id, settings: { name: 'A<img src=x>' } })
    await site.context.events.drain()
    expect((await read('terms', 'en'))?.html).toContain('A&lt;img src=x&gt;')
    await changeSettings(site.context, { siteId: id, settings: { name: 'Rendezvous' } })
    await site.context.events.drain()
  })

  test('is the operator’s own where there is one, else the built-in one', async () => {
    expect(await read('ban', 'en')).toEqual({
      title: 'Our own ban',
      description: 'Written by Rendezvous Demo Company.',
      html: '<p>Written by Rendezvous Demo Company.</p>\n',
    })
    expect((await read('ban', 'fr'))?.title).toBe('Interdiction d’accès')
  })

  test('exists for the known pages only', async () => {
    for (const path of [
      '/api/pages/nothing?language=en',
      '/api/pages/..%2f..%2fx?language=en',
      '/api/pages/terms?language=xx',
    ]) {
      const response = await site.app.inject({ url: path })
      expect([path, response.statusCode, response.json().error.code]).toEqual([path, 400, 'request.invalid'])
    }
  })
})

let senders = 0

function complain(change: object = {}, headers: Record<string, string> = {}) {
  senders += 1
  const form = { clientId: randomUUID(), topic: 'member', name: '', email: `${randomUUID()}@example.com` }
  const body = { ...form, text: 'It was rude.', language: 'fr', ...change } as ComplaintForm
  return site.call(sendComplaint, { body }, { headers: { 'x-forwarded-for': `198.51.100.${senders}`, ...headers } })
}

const receiptsTo = async (email: string) =>
  (await mailsAbout(site.context, { userId: NO_ACCOUNT }))
    .map((mail) => Email.parse(mail))
    .filter(({ to }) => to === email)
const stored = (email: string) =>
  site.context.db.selectFrom('complaints').selectAll().where('email', '=', email).execute()

describe('a complaint', () => {
  test('of a visitor is stored for the operator, and its receipt is mailed with the reference alone', async () => {
    const email = `${randomUUID()}@example.com`
    const { status, reply } = await complain({ email, name: 'Zoë', text: 'Line 1\nLine 2 <b>' })
    expect(status).toBe(200)
    expect(await stored(email)).toMatchObject([
      { publicId: reply?.complaint.id, topic: 'member', name: 'Zoë', body: 'Line 1\nLine 2 <b>', status: 'open' },
    ])
    const receipts = await receiptsTo(email)
    expect(receipts).toMatchObject([
      { template: 'complaintReceipt', language: 'fr', props: { complaintId: reply?.complaint.id } },
    ])
    expect(JSON.stringify(receipts)).not.toMatch(/Zoë|Line/)
  })

  test('can come from a member', async () => {
    const member = await buildMember(site.context, {})
    expect((await complain({ email: member.email }, { cookie: member.cookie })).status).toBe(200)
    expect(await stored(member.email)).toHaveLength(1)
  })

  test('that is sent again is one complaint with one receipt', async () => {
    const again = { clientId: randomUUID(), email: `${randomUUID()}@example.com` }
    const answers = await Promise.all([complain(again), complain(again), complain(again)])
    expect(new Set(answers.map(({ reply }) => reply?.complaint.id)).size).toBe(1)
    expect(await stored(again.email)).toHaveLength(1)
    expect(await receiptsTo(again.email)).toHaveLength(1)
    // The id of another one's form reveals nothing.
    expect((await complain({ clientId: again.clientId })).error?.code).toBe('request.invalid')
  })

  test.each([
    [{ topic: '' }, 'pages.complaint_topic_required'],
    [{ text: ' \n ' }, 'pages.complaint_text_required'],
    [{ email: 'no-address' }, 'accounts.email_invalid'],
    [{ email: '' }, 'accounts.email_required'],
    [{ text: 'x'.repeat(4001) }, 'profiles.text_too_long'],
    [{ name: 'x'.repeat(NAME_MAX_LENGTH + 1) }, 'profiles.text_too_long'],
    [{ language: 'xx' }, 'request.invalid'],
    [{ extra: true }, 'request.invalid'],
  ])('with %j is rejected with %s', async (change, code) => {
    const { status, error } = await complain(change)
    expect([status, error?.code]).toEqual([code === 'request.invalid' ? 400 : 422, code])
  })

  test(`gets one address ${COMPLAINTS_PER_DAY} receipts a day, however it is written and however many come at once`, async () => {
    const name = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: COMPLAINTS_PER_DAY + 3 }, (_, index) =>
        complain({ email: index % 2 ? `${name}@example.com` : `${name.toUpperCase()}@example.com` }),
      ),
    )
    const codes = answers.map(({ error }) => error?.code)
    expect(codes.filter((code) => code === undefined)).toHaveLength(COMPLAINTS_PER_DAY)
    expect(codes.filter((code) => code === 'pages.complaint_limit')).toHaveLength(3)
    expect(await stored(`${name}@example.com`)).toHaveLength(COMPLAINTS_PER_DAY)
    site.clock.advance(DAY)
    expect((await complain({ email: `${name}@example.com` })).status).toBe(200)
  })

  test('is limited for one network address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    for (let sent = 0; sent < COMPLAINT_RATE.max; sent += 1) await complain({ topic: '' }, from)
    expect((await complain({}, from)).error?.code).toBe('request.too_many')
  })

  test('that a page of another site sends is rejected', async () => {
    const { error } = await complain({}, { 'sec-fetch-site': 'cross-site' })
    expect(error?.code).toBe('request.forbidden_origin')
  })

  test(`is deleted after ${COMPLAINT_DAYS} days, and its receipt is not sent any more`, async () => {
    const email = `${randomUUID()}@example.com`
    await complain({ email })
    site.clock.advance((COMPLAINT_DAYS + 1) * DAY)
    await site.context.jobs.enqueue(site.context.db, deleteOldComplaints, {})
    await site.context.jobs.runDue()
    expect(await stored(email)).toEqual([])
    expect(await receiptsTo(email)).toEqual([])
  })

  test('from a former address belongs to the account still, and one from before its confirmation', async () => {
    const { context } = site
    const member = await buildMember(context, { isConfirmed: false, email: `${randomUUID()}@example.com` })
    const { reply: before } = await complain({ email: member.email, name: 'Zoë' })
    await context.transaction(async (tx) => {
      await tx.updateTable('users').set({ confirmedAt: site.clock.now() }).where('id', '=', member.userId).execute()
      await emit(tx, accountConfirmed, { userId: member.userId, siteId: 1 })
    })
    const { reply: after } = await complain({ email: member.email, name: 'Zoë' })
    const email = `${randomUUID()}@example.com`
    await context.db.updateTable('users').set({ email, emailKey: email }).where('id', '=', member.userId).execute()
    const ids = [before?.complaint.id ?? '', after?.complaint.id ?? '']
    await context.transaction((tx) => emit(tx, accountErased, { userId: member.userId }))
    const rows = await context.db
      .selectFrom('complaints')
      .select(['name', 'email', 'body'])
      .where('publicId', 'in', ids)
      .execute()
    expect(rows).toEqual([1, 2].map(() => ({ name: '', email: '', body: '' })))
  })

  test('names no one any more once the account of its address is erased, if that had confirmed it', async () => {
    const { context } = site
    for (const isConfirmed of [true, false]) {
      const member = await buildMember(context, { isConfirmed, email: `${randomUUID()}@Example.com` })
      const { reply } = await complain({ email: member.email, name: 'Zoë' })
      await context.transaction((tx) => emit(tx, accountErased, { userId: member.userId }))
      const [row] = await context.db
        .selectFrom('complaints')
        .select(['topic', 'name', 'email', 'body'])
        .where('publicId', '=', reply?.complaint.id ?? '')
        .execute()
      expect(row).toEqual(
        isConfirmed
          ? { topic: 'member', name: '', email: '', body: '' }
          : { topic: 'member', name: 'Zoë', email: member.email.toLowerCase(), body: 'It was rude.' },
      )
    }
    // The receipt of the first one has no address any more.
    expect(await receiptsTo('')).toEqual([])
  })
})

test('a page that was left or covered is counted, under the path with .php too (SHELL-19)', async () => {
  for (const url of ['/api/page-hidden', '/api/page-hidden.php']) {
    const { statusCode } = await site.app.inject({ method: 'POST', url, payload: {} })
    expect([url, statusCode]).toEqual([url, 204])
  }
})
