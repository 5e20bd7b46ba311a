import { describe, expect, test } from 'vitest'
import type { Email } from '#contract/emails.ts'
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

function activation(changes: Partial<Extract<Email, { template: 'activation' }>> = {}): Email {
  return { template: 'activation', to: 'a@b.example', language: 'en', site, props: { name: 'Zoë', url }, ...changes }
}

const loginLock: Email = {
  template: 'loginLock',
  to: 'a@b.example',
  language: 'en',
  site,
  props: { name: 'Zoë', minutes: 15, url: 'https://site.example/login' },
}

const receipt: Email = {
  template: 'receipt',
  to: 'a@b.example',
  language: 'en',
  site,
  props: {
    name: 'Zoë',
    orderId: 'bcdfghjkmnpqrs',
    credits: 120,
    amountMinor: 2999,
    currency: 'EUR',
    vatPercent: 21,
    paidAt: '2026-11-21T23:30:00Z',
    refundDays: 14,
  },
}

describe('every mail', () => {
  const each = languages.flatMap((language) => [
    activation({ language }),
    { ...loginLock, language },
    { ...receipt, language },
  ])

  test.each(each.map((email) => [email.template, email.language, email] as const))(
    '%s in %s has a subject, a text, and HTML without external resources',
    async (_, language, email) => {
      const { subject, html, text } = await build.renderEmail(email)
      expect(subject).toContain('Rendezvous')
      expect(html).toContain(`lang="${language}"`)
      expect(html).not.toMatch(/<(script|img|link)|@import|url\(/i)
      expect(text).toContain('Zoë')
      expect(text).toContain('Company B.V.')
    },
  )
})

test('the activation mail shows its link as a button and as text', async () => {
  const { html, text } = await build.renderEmail(activation())
  expect(html.match(new RegExp(`href="${url}"`, 'g'))).toHaveLength(2)
  expect(html).toContain(`>${url}</a>`)
  expect(text).toContain(url)
})

test('the mail about a lock has the link to the log-in, the time to wait and the customer service', async () => {
  const { html, text } = await build.renderEmail(loginLock)
  expect(html).toContain('href="https://site.example/login"')
  expect(text).toContain('try again after 15 minutes')
  expect(text).toContain('If you cannot log in, write to help@site.example.')
})

test('a name cannot insert markup', async () => {
  const { html } = await build.renderEmail(activation({ props: { name: '<img src=x onerror=alert(1)>', url } }))
  expect(html).not.toContain('<img')
})

test('the receipt shows order, date, total and VAT', async () => {
  const { text } = await build.renderEmail(receipt)
  expect(text).toContain('Order: bcdfghjkmnpqrs')
  expect(text).toContain('Date: November 21, 2026')
  expect(text).toContain('Total: €29.99')
  expect(text).toContain('Including 21% VAT: €5.20')
})

test('the mailbox escapes a hostile mail', () => {
  const selected: OutboxEmail = {
    id: '1',
    to: '"><script>alert(1)</script>@x.example',
    sentAt: '2026-11-21T23:30:00Z',
    subject: '</title><script>alert(1)</script>',
    html: '<script>alert(1)</script>',
    text: '<script>alert(1)</script>',
  }
  const page = build.renderMailbox({ emails: [selected], selected, language: 'en', nonce: 'n' })
  expect(page).not.toContain('<script')
})
