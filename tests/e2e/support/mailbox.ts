import { expect, type Locator, type Page } from '@playwright/test'
import type { EmailTemplate } from '#contract/emails.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'

/** Opens the demo's mailbox, waits for a mail to an address, and presses its button. */
export async function openMailLink(
  page: Page,
  t: Translate,
  { to, template }: { to: string; template: EmailTemplate },
) {
  const subject = t(`emails.${template}.subject` as 'emails.activation.subject', { site: 'Rendezvous' })
  const mail = page.getByRole('link', { name: to }).filter({ hasText: subject }).first()
  await openMailbox(page, mail)
  await mail.click()
  const button = t(`emails.${template}.button` as 'emails.activation.button')
  await page.frameLocator('iframe').getByRole('link', { name: button, exact: true }).click()
}

/** Opens the demo's mailbox until it has a mail. The page has no scripts: all of it is there at once. */
export async function openMailbox(page: Page, mail: Locator) {
  await expect(async () => {
    await page.goto('/dev/mailbox')
    expect(await mail.count()).toBeGreaterThan(0)
  }).toPass()
}
