import { z } from 'zod'
import type { Language } from './languages.ts'

/** Exports of `build/emails/index.js`, built from `emails/index.tsx`, which the server does not import. */
export interface EmailRenderer {
  /** Renders an `Email` of emails.ts. @throws ZodError when it is none */
  renderEmail(email: unknown): Promise<RenderedEmail>
  /** Renders the mailbox page as HTML. */
  renderMailbox(page: MailboxPage): Promise<string>
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

/** A mail in the outbox directory, stored as JSON beside its `.eml` file for the mailbox page. */
export const OutboxEmail = z.object({
  id: z.string(),
  /** Internal key of the recipient, by which the mails of an erased account are found. */
  userId: z.int().optional(),
  to: z.string(),
  sentAt: z.iso.datetime(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
export type OutboxEmail = z.output<typeof OutboxEmail>

export interface MailboxPage {
  emails: Omit<OutboxEmail, 'html' | 'text'>[]
  /** The mail that is open. */
  selected: OutboxEmail | null
  language: Language
  /** For the page's style sheet. */
  nonce: string
}
