import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import type { TextMessage } from './text-message.ts'
import { openTwilio } from './twilio.ts'

interface Deps {
  config: Pick<Config, 'mode' | 'smsUrl'>
  /** Of the mails; null where a mail server is configured. */
  outbox: Outbox | null
  clock: Clock
}

export type Sms = ReturnType<typeof createSms>

/**
 * Sends text messages at once: a code must arrive while its reader waits. Without a service a demo puts them
 * into the outbox of the mails, which `/dev/mailbox` shows, and production sends none.
 */
export function createSms({ config: { mode, smsUrl }, outbox, clock }: Deps) {
  const deliver = smsUrl ? openTwilio(smsUrl) : mode === 'demo' && outbox ? toOutbox({ outbox, clock }) : null

  /** @throws SmsRejection, and Error when the service cannot be reached */
  async function send(message: TextMessage) {
    if (!deliver) throw new Error('no service for text messages')
    await deliver(message)
  }

  return { isAvailable: deliver !== null, send }
}

function toOutbox({ outbox, clock }: { outbox: Outbox; clock: Clock }) {
  return async ({ userId, to, text }: TextMessage) => {
    const sentAt = clock.now().toISOString()
    const id = `${sentAt.replaceAll(/\D/g, '')}-${newPublicId()}`
    const eml = ['Content-Type: text/plain; charset=utf-8', `To: ${to}`, 'Subject: SMS', '', text].join('\n')
    await outbox.put({ id, userId, to, sentAt, subject: 'SMS', html: page(text), text }, Buffer.from(eml))
  }
}

function page(text: string) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><html><head><title>SMS</title></head><body><p>${escaped}</p></body></html>`
}
