import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Email, emailProps, EmailTemplate } from '#contract/emails.ts'
import { languages } from '#contract/languages.ts'
import type { OutboxEmail } from '#contract/email-renderer.ts'
import { build } from './index.tsx'

const site = {
  name: 'Rendezvous',
  url: 'https://site.example',
  supportEmail: 'help@site.example',
  company: 'Company B.V., Street 1, Amsterdam',
}
const url = 'https://site.example/abcdefghijklmnopqrstuvwxyz0123456789abcdefg'
const name = 'Zoë'
/** Programs show about as much in a list. */
const MAX_SUBJECT_LENGTH = 70

/** Builds a mail in English. */
function mail<Template extends EmailTemplate>(template: Template, props: z.output<(typeof emailProps)[Template]>) {
  return { template, to: 'a@b.example', language: 'en' as const, site, props }
}

const activation = mail('activation', { name, url, freeMessages: 3 })

const loginLock = mail('loginLock', {
  name,
  wrong: 'password',
  minutes: 15,
  url: 'https://site.example/login',
  resetUrl: 'https://site.example/reset-password',
})

const loginUrl = 'https://site.example/login'
const resetUrl = 'https://site.example/reset-password'
const passwordReset = mail('passwordReset', { name, hours: 2, url })
const resetDone = mail('resetDone', { name, url: resetUrl })
const mailChange = mail('mailChange', { hours: 24, url })
const mailChangeNotice = mail('mailChangeNotice', { name, newEmail: 'new@b.example', days: 7, url })
const addressTaken = mail('addressTaken', { name, loginUrl, resetUrl })

const noticeProps = {
  name,
  at: '2026-11-21T23:30:00Z',
  browser: 'Firefox',
  system: 'Windows',
  url: 'https://site.example/notifications/account#security',
  locale: 'en-GB',
}
const notices = {
  newDevice: mail('newDevice', noticeProps),
  passwordChanged: mail('passwordChanged', { ...noticeProps, url: 'https://site.example/reset-password' }),
  secondFactorOn: mail('secondFactorOn', noticeProps),
  secondFactorOff: mail('secondFactorOff', noticeProps),
  passkeyAdded: mail('passkeyAdded', noticeProps),
}

const receiptProps = {
  name,
  number: 'R-2026-000123',
  orderId: 'bcdfghjkmnpqrs',
  credits: 120,
  hasPremium: true,
  amountMinor: 2999,
  vatMinor: 520,
  currency: 'EUR' as const,
  locale: 'en-GB',
  vatPercent: 21,
  tax: 'vat' as const,
  paidAt: '2026-11-21T23:30:00Z',
  refundDays: 14,
}
const receipt = mail('receipt', receiptProps)

const reference = 'bcdfghjkmnpqrs'
const decisionUrl = `https://site.example/decisions/${reference}`
const appealUntil = '2027-05-21T23:30:00Z'
const decisionMails = {
  decisionStatement: mail('decisionStatement', {
    name,
    measure: 'suspend',
    violation: 'harassment',
    rejection: null,
    legalGround: 'Article 222-33-2-2 of the Penal Code',
    content: 'message',
    until: '2026-12-21T23:30:00Z',
    source: 'notice',
    appealUntil,
    locale: 'en-GB',
    url: decisionUrl,
  }),
  reportOutcome: mail('reportOutcome', {
    name,
    reportId: reference,
    outcome: 'action',
    appealUntil,
    locale: 'en-GB',
    url: decisionUrl,
  }),
  complaintOutcome: mail('complaintOutcome', {
    complaintId: reference,
    outcome: 'no_action',
    reply: 'We have checked the invoice.\n\nIt is right.',
    url: decisionUrl,
  }),
  verificationDecision: mail('verificationDecision', { name, outcome: 'wrong_pose', url: decisionUrl }),
  photosRejected: mail('photosRejected', {
    name,
    count: 2,
    reasons: ['nudity', 'quality'],
    appeal: { url: 'https://site.example/decisions', until: appealUntil, locale: 'en-GB' },
    url: 'https://site.example/profile',
  }),
  removalReceipt: mail('removalReceipt', { complaintId: reference, hours: 48, url: decisionUrl }),
  removalOutcome: mail('removalOutcome', { complaintId: reference, outcome: 'action', url: decisionUrl }),
  appealOutcome: mail('appealOutcome', { name, reference, outcome: 'changed', url: decisionUrl }),
  fraudWarning: mail('fraudWarning', { name, memberName: 'Max', url: 'https://site.example/safety-tips' }),
}

const withdrawal = mail('withdrawal', {
  name,
  orderId: 'bcdfghjkmnpqrs',
  credits: 30,
  amountMinor: 1750,
  currency: 'EUR',
  locale: 'en-GB',
  withdrawnAt: '2026-11-21T23:30:00Z',
})

const creditNote = mail('creditNote', {
  kind: 'credit_note',
  name,
  number: 'C-2026-000004',
  orderId: 'bcdfghjkmnpqrs',
  amountMinor: 1750,
  vatMinor: 304,
  currency: 'EUR',
  vatPercent: 21,
  tax: 'vat',
  locale: 'en-GB',
  issuedAt: '2026-11-21T23:30:00Z',
})

const chargebackNote = mail('creditNote', { ...creditNote.props, kind: 'chargeback_note' })

const debitNotice = mail('debitNotice', {
  name,
  orderId: 'bcdfghjkmnpqrs',
  reference: 'MNDT23456789BC',
  creditor: 'Company B.V., Street 1, Amsterdam',
  creditorId: 'NL00ZZZ000000000000',
  holder: 'Zoë Müller',
  iban: 'NL91 •••• 4300',
  address: 'Street 1, 1234 AB Utrecht',
  amountMinor: 3499,
  currency: 'EUR',
  locale: 'en-GB',
  signedAt: '2026-11-21T23:30:00Z',
  collectedFrom: '2026-11-23',
})

const debitFailed = mail('debitFailed', {
  name,
  orderId: 'bcdfghjkmnpqrs',
  reference: 'MNDT23456789BC',
  iban: 'NL91 •••• 4300',
  amountMinor: 3499,
  currency: 'EUR',
  locale: 'en-GB',
})

const until = '2026-12-05T09:00:00Z'
const deletion = mail('deletion', { name, url, until, isDormant: false, locale: 'en-GB' })
const unusedDeletion = mail('deletion', { name, url, until, isDormant: true, locale: 'en-GB' })
const dormant = mail('dormant', { name, url: loginUrl, until, locale: 'en-GB' })
const restored = mail('restored', { name, url: 'https://site.example/login' })
const exportReady = mail('exportReady', { name, url: 'https://site.example/notifications', until, locale: 'en-GB' })

const reportReceipt = mail('reportReceipt', { name, reportId: 'bcdfghjkmnpqrs', reportedAt: '2026-11-21T23:30:00Z' })
const complaintReceipt = mail('complaintReceipt', {
  complaintId: 'bcdfghjkmnpqrs',
  sentAt: '2026-11-21T23:30:00Z',
})

test('the receipt of a complaint greets without a name and says what to do when it is none', async () => {
  const { subject, text } = await build.renderEmail({ ...complaintReceipt, language: 'fr' })
  expect(subject).toBe('Nous avons reçu votre réclamation (Rendezvous)')
  expect(text).toContain('Bonjour,')
  expect(text).toContain('bcdfghjkmnpqrs')
  expect(text).toContain('ignorer cet e-mail')
})

describe('every mail', () => {
  const mails = {
    activation,
    loginLock,
    dormant,
    deletion,
    restored,
    exportReady,
    passwordReset,
    resetDone,
    mailChange,
    mailChangeNotice,
    addressTaken,
    reportReceipt,
    complaintReceipt,
    receipt,
    withdrawal,
    creditNote,
    debitNotice,
    debitFailed,
    ...notices,
    ...decisionMails,
  } satisfies Record<EmailTemplate, Email>
  const each = languages.flatMap((language) =>
    [...Object.values(mails), chargebackNote, unusedDeletion].map((email): Email => ({ ...email, language })),
  )

  test.each(languages)('the subjects in %s are those of the snapshot, and fit a list of mails', async (language) => {
    const ofLanguage = each.filter((email) => email.language === language)
    const subjects = await Promise.all(ofLanguage.map(async (email) => (await build.renderEmail(email)).subject))
    expect(subjects.join('\n')).toMatchSnapshot()
    expect(subjects.filter((subject) => subject.length > MAX_SUBJECT_LENGTH)).toEqual([])
  })

  test.each(each.map((email) => [email.template, email.language, email] as const))(
    '%s in %s has a subject, a text, and HTML without external resources',
    async (_, language, email) => {
      const { subject, html, text } = await build.renderEmail(email)
      expect(subject).toContain('Rendezvous')
      expect(html).toContain(`lang="${language}"`)
      expect(html).not.toMatch(/<(script|img|link)|@import|url\(/i)
      const props: { name?: string; complaintId?: string; url?: string } = email.props
      expect(text).toContain(props.name ?? props.complaintId ?? props.url)
      expect(text).toContain('Company B.V.')
    },
  )
})

test('the activation mail shows its link as a button and as text', async () => {
  const { html, text } = await build.renderEmail(activation)
  expect(html.match(new RegExp(`href="${url}"`, 'g'))).toHaveLength(2)
  expect(html).toContain(`>${url}</a>`)
  expect(text).toContain(url)
})

test('the activation mail says how many messages are free, and nothing of them where there are none', async () => {
  expect((await build.renderEmail(activation)).text).toContain('3 free messages are yours')
  const { text } = await build.renderEmail(mail('activation', { name, url, freeMessages: 0 }))
  expect(text).not.toContain('free message')
})

test('the mail about a lock has the link to the log-in, the time to wait and the customer service', async () => {
  const { html, text } = await build.renderEmail(loginLock)
  expect(html).toContain('href="https://site.example/login"')
  expect(text).toContain('try again in 15 minutes')
  expect(text).toContain('If you can’t log in, write to help@site.example.')
})

test('the mail about a lock reports whether someone knows the password', async () => {
  expect((await build.renderEmail(loginLock)).text).toContain('Your password wasn’t guessed')
  const afterCodes = mail('loginLock', { ...loginLock.props, wrong: 'code' })
  const { text } = await build.renderEmail(afterCodes)
  expect(text).toContain('someone knows your password')
  expect(text).not.toContain('your account is safe')
})

test('the mail about a deletion has the link that undoes it and its last day', async () => {
  const { html, text } = await build.renderEmail(deletion)
  expect(html.match(new RegExp(`href="${url}"`, 'g'))).toHaveLength(2)
  expect(text).toContain('You can change your mind until 5 December 2026.')
})

test('the mail about a deletion says why where the account was not used, and nothing of a request', async () => {
  const { text } = await build.renderEmail(unusedDeletion)
  expect(text).toContain('You haven’t used your Rendezvous account since we')
  expect(text).toContain('Until 5 December 2026 the button brings everything back')
  for (const part of ['As you asked', 'change your mind', 'Didn’t ask']) expect(text).not.toContain(part)
})

test('the mail about an unused account has the log-in, the date, and what ends with it', async () => {
  const { html, text } = await build.renderEmail(dormant)
  expect(html).toContain(`href="${loginUrl}"`)
  expect(text).toContain('If you don’t log in by 5 December 2026, we’ll delete the account')
  expect(text).toContain('unused credits are lost')
})

test('the mail about an export links to the settings, never to the file', async () => {
  const { html, text } = await build.renderEmail(exportReady)
  expect(html).toContain('href="https://site.example/notifications"')
  expect(text).toContain('You can download it until 5 December 2026')
})

const withLinks: Email[] = [passwordReset, resetDone, mailChange, mailChangeNotice, addressTaken]
test.each(withLinks.map((email) => [email.template, email] as const))(
  '%s has every link as a button or an address, in both parts',
  async (_, email) => {
    const { html, text } = await build.renderEmail(email)
    const links = Object.values(email.props).filter((value) => String(value).startsWith('https:'))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(html).toContain(`href="${link}"`)
      expect(text).toContain(link)
    }
  },
)

test('the mail about a lock leads to another password, which ends the lock', async () => {
  const { html, text } = await build.renderEmail(loginLock)
  expect(html).toContain('href="https://site.example/reset-password"')
  expect(text).toContain('which ends the lock right away')
})

test.each(Object.entries(notices))('the mail %s shows when and where it was, and how to end it', async (_, email) => {
  const { html, text } = await build.renderEmail(email)
  expect(html).toContain(`href="${email.props.url}"`)
  expect(text).toContain('When: 21 November 2026 at 23:30 (UTC)')
  expect(text).toContain('Device: Firefox on Windows')
  expect(text).toContain('If this wasn’t you')
})

test('the statement of reasons names what, why, until when, and how to appeal', async () => {
  const { html, text } = await build.renderEmail(decisionMails.decisionStatement)
  for (const part of [
    'suspended your account until 21 December 2026',
    'harassment',
    'A person looked',
    '21 May 2027',
    '222-33-2-2',
  ])
    expect(text).toContain(part)
  expect(html).toContain(`href="${decisionUrl}"`)
})

test('a name cannot insert markup', async () => {
  const { html } = await build.renderEmail(
    mail('activation', { name: '<img src=x onerror=alert(1)>', url, freeMessages: 0 }),
  )
  expect(html).not.toContain('<img')
})

test('the receipt of a withdrawal shows what was withdrawn and when, to the minute', async () => {
  const { text } = await build.renderEmail(withdrawal)
  for (const part of ['bcdfghjkmnpqrs', '30 credits', '€17.50', '21 November 2026', '23:30'])
    expect(text).toContain(part)
})

test('the credit note shows its number, what went back and the VAT in it', async () => {
  const { text } = await build.renderEmail(creditNote)
  for (const part of ['C-2026-000004', 'bcdfghjkmnpqrs', '€17.50', 'Including 21% VAT: €3.04'])
    expect(text).toContain(part)
  const taken = await build.renderEmail(chargebackNote)
  expect(taken.text).toContain('Your bank reversed €17.50')
})

test('the mail about a direct debit that failed shows which, that nothing was taken, and where to pay again', async () => {
  const { html, text } = await build.renderEmail(debitFailed)
  for (const part of ['MNDT23456789BC', 'NL91 •••• 4300', '€34.99', 'nothing has been taken from your account'])
    expect(text).toContain(part)
  expect(html).toContain('href="https://site.example/transactions/bcdfghjkmnpqrs"')
})

test('the notice of a direct debit shows the mandate, and what is collected when', async () => {
  const { text } = await build.renderEmail(debitNotice)
  for (const part of [
    'MNDT23456789BC',
    'NL00ZZZ000000000000',
    'NL91 •••• 4300',
    '€34.99',
    '23 November 2026',
    '8 weeks',
  ])
    expect(text).toContain(part)
})

test('the receipt shows order, date, total and VAT', async () => {
  const { text } = await build.renderEmail(receipt)
  expect(text).toContain('Receipt number: R-2026-000123')
  expect(text).toContain('Order: bcdfghjkmnpqrs')
  expect(text).toContain('Date: 21 November 2026')
  expect(text).toContain('Total: €29.99')
  expect(text).toContain('Including 21% VAT: €5.20')
})

test('the receipt names premium only where the member has it', async () => {
  expect((await build.renderEmail(receipt)).text).toContain('120 credits are now in your account, and all Premium')
  const waiting = await build.renderEmail(mail('receipt', { ...receiptProps, hasPremium: false }))
  expect(waiting.text).toContain('120 credits are now in your account.')
  expect(waiting.text).not.toContain('Premium')
})

test('the tax on a receipt has its name of the country, and no line where there is no one rate', async () => {
  const australian = await build.renderEmail(mail('receipt', { ...receiptProps, tax: 'gst', vatPercent: 10 }))
  expect(australian.text).toContain('Including 10% GST')
  const canadian = await build.renderEmail(mail('receipt', { ...receiptProps, vatPercent: 0, vatMinor: 0 }))
  expect(canadian.text).not.toMatch(/VAT|GST/)
})

test('the mailbox escapes a hostile mail', async () => {
  const selected: OutboxEmail = {
    id: '1',
    to: '"><script>alert(1)</script>@x.example',
    sentAt: '2026-11-21T23:30:00Z',
    subject: '</title><script>alert(1)</script>',
    html: '<script>alert(1)</script>',
    text: '<script>alert(1)</script>',
  }
  const page = await build.renderMailbox({ emails: [selected], selected, language: 'en', nonce: 'n' })
  expect(page).not.toContain('<script')
})
