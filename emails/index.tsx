import { render, toPlainText } from '@react-email/render'
import { Email } from '#contract/emails.ts'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { Activation } from './activation.tsx'
import { LoginLock } from './login-lock.tsx'
import { renderMailbox } from './mailbox.tsx'
import { Receipt } from './receipt.tsx'
import { textsOf, type Texts } from './texts.ts'

async function renderEmail(input: unknown) {
  const email = Email.parse(input)
  const texts = textsOf(email.language)
  const html = await render(bodyOf(email, texts))
  return {
    subject: texts.t(`${email.template}.subject`, { site: email.site.name }),
    html,
    text: toPlainText(html, { selectors: inlineTableCells }),
  }
}

function bodyOf(email: Email, texts: Texts) {
  switch (email.template) {
    case 'activation':
      return <Activation email={email} texts={texts} />
    case 'loginLock':
      return <LoginLock email={email} texts={texts} />
    case 'receipt':
      return <Receipt email={email} texts={texts} />
  }
}

/** Writes a table row with two columns as `Total: €29.99` in the plain text. */
const inlineTableCells = [
  { selector: 'td.name', format: 'inline' },
  { selector: 'td.value', format: 'inlineSurround', options: { prefix: ': ' } },
]

export const build: EmailRenderer = { renderEmail, renderMailbox }
