import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { languages, type Language } from '#contract/languages.ts'
import { HOUR } from '#contract/time.ts'
import { recordSecurityEvent, securityNotices } from '#server/features/accounts/second-factor/security-events.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startSmtpReceiver } from '#tests/support/fakes/smtp-receiver.ts'

const url = 'http://localhost:4500'
const templates = [
  'activation',
  'passwordReset',
  'resetDone',
  'mailChange',
  'mailChangeNotice',
  'addressTaken',
  'loginLock',
  ...securityNotices,
]

let site: TestApp
let jobs: Jobs
let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>

beforeAll(async () => {
  site = await startTestApp({ environment: { PUBLIC_URL: url, LOG_LEVEL: 'silent' } })
  smtp = await startSmtpReceiver()
  const { config, log, clock, database, mail } = site.context
  // A worker of its own on the same queue, because the app was started without a mail server.
  jobs = new Jobs({ pool: database.pool, log })
  const worker = createMail({
    config: { ...config, smtpUrl: smtp.url },
    jobs,
    log,
    clock,
    loadRenderer,
  })
  for (const template of templates) worker.define(template, (request) => mail.build(request))
})
afterAll(async () => {
  await smtp.close()
  await site.close()
})
beforeEach(() => void smtp.received.splice(0))

/** Loads the source of the mails, which this project's compiler options exclude. */
async function loadRenderer() {
  const path = '../../../../emails/index.tsx'
  return ((await import(path)) as { build: EmailRenderer }).build
}

/** How mails begin. */
const greetings: Record<Language, RegExp> = {
  da: /Hej/,
  de: /Hallo[ !]/,
  en: /Hello[ ,]/,
  es: /Hola[:,]/,
  fi: /Hei[ !]/,
  fr: /Bonjour[ ,]/,
  it: /Ciao[ ,]/,
  nb: /Hei/,
  nl: /(?:Hoi|Hallo)[ ,]/,
  pl: /Cześć[!,]/,
  sv: /Hej[ !]/,
}

/** Sends what is queued; the building of one mail can queue another. */
async function deliver() {
  await jobs.runDue()
  await jobs.runDue()
  return smtp.received
}

/** Returns the tokens of the one-time links in a text. */
const tokensIn = (text: string) =>
  [...text.matchAll(/http:\/\/localhost:4500\/([\w-]{43})\b/g)].map(([, token]) => token)
const open = async (token = '') => (await site.call(contract.openLink, { params: { token } })).reply?.purpose

async function requestAll(language: Language) {
  const { db, mail } = site.context
  const newcomer = await buildMember(site.context, { language, isConfirmed: false })
  const member = await buildMember(site.context, { language, name: 'Zoë <b>' })
  const email = `new-${member.email}`
  await site.call(contract.resendActivation, {}, newcomer)
  await site.call(contract.requestReset, { body: { email: member.email } })
  await site.call(contract.changeEmail, { body: { email, password: member.password } }, member)
  for (const template of ['resetDone', 'addressTaken', 'loginLock'])
    await mail.send(db, { template, userId: member.userId })
  return { newcomer, member, email }
}

test.each(languages)('a mail server receives every mail in %s, with both parts and no tracking', async (language) => {
  const { newcomer, member, email } = await requestAll(language)
  const mails = await deliver()
  expect(mails.map(({ to }) => to.join(',')).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [newcomer.email, email, ...Array<string>(5).fill(member.email)].toSorted((a, b) => a.localeCompare(b)),
  )
  for (const { headers, html, text } of mails) {
    expect(headers.get('from')).toMatch(/^Rendezvous <[^<>]+>$/)
    expect(headers.get('subject')).toMatch(/\S/)
    expect(headers.get('message-id')).toMatch(/^<\d{17}-\w+-[\da-f]{24}@[^@]+>$/)
    expect(headers.get('content-type')).toContain('multipart/alternative')
    // Mails about the account itself: no list, and programs do not answer them.
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.has('list-unsubscribe')).toBe(false)
    expect(html).toContain(`lang="${language}"`)
    expect(html).not.toMatch(/<(?:img|script|iframe|link)\b|url\(/i)
    expect(html).not.toContain('<b>')
    expect([...html.matchAll(/href="([^"]+)"/g)].every(([, href = '']) => href.startsWith(url))).toBe(true)
    expect(text).toMatch(greetings[language])
    expect(tokensIn(html).length > 0).toBe(tokensIn(text).length > 0)
  }
})

test.each(languages)('a mail server receives a notice of each change of the security in %s', async (language) => {
  const { context, clock } = site
  const member = await buildMember(context, { language, name: 'Zoë <b>' })
  const device = deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  for (const kind of securityNotices) {
    // One at a time, so that their order is known.
    await context.transaction((tx) => recordSecurityEvent(context, tx, { userId: member.userId, kind, device }))
    await deliver()
    clock.advance(HOUR)
  }
  const mails = smtp.received
  expect(mails.map(({ to }) => to)).toEqual(securityNotices.map(() => [member.email]))
  const subjects = mails.map(({ headers }) => headers.get('subject'))
  expect(new Set(subjects).size).toBe(securityNotices.length)
  for (const { headers, html, text } of mails) {
    expect(headers.get('content-type')).toContain('multipart/alternative')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(html).toContain(`lang="${language}"`)
    expect(html).not.toContain('<b>')
    expect(html).not.toMatch(/<(?:img|script|iframe|link)\b|url\(/i)
    expect(text).toMatch(greetings[language])
    expect(text).toContain('Firefox')
    // It logs no one in.
    expect(tokensIn(text)).toEqual([])
  }
  // An owner who did not change the password is logged out everywhere and does not know it.
  const targets = mails.map(({ text }) => text.includes(`${url}/notifications/account#security`))
  expect(targets).toEqual(securityNotices.map((kind) => kind !== 'passwordChanged'))
  expect(mails[securityNotices.indexOf('passwordChanged')]?.text).toContain(`${url}/reset-password`)
})

test('the links in the text parts work', async () => {
  const { newcomer, member, email } = await requestAll('fr')
  const mails = await deliver()
  const tokensTo = (address: string) =>
    mails.filter(({ to }) => to[0] === address).flatMap(({ text }) => tokensIn(text))
  expect(await open(tokensTo(newcomer.email)[0])).toBe('activation')
  expect(await open(tokensTo(email)[0])).toBe('mail_change')
  const purposes = new Set(await Promise.all([...new Set(tokensTo(member.email))].map((token) => open(token))))
  expect(purposes).toContain('mail_change_undo')
})
