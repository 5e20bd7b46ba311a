import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { SmsRejection, type TextMessage } from './text-message.ts'
import { openTwilio } from './twilio.ts'

interface Deps {
  config: Pick<Config, 'mode' | 'smsUrl'>
  /** Of the mails; null where a mail server is configured. */
  outbox: Outbox | null
  clock: Clock
}

export type Sms = ReturnType<typeof createSms>

/** How long a service takes for a message, until one was sent. */
const USUAL_SEND_MS = 300

/**
 * Sends text messages at once: a code must arrive while its reader waits. Without a service a demo puts them
 * into the outbox of the mails, which `/dev/mailbox` shows, and production sends none.
 */
export function createSms({ config: { mode, smsUrl }, outbox, clock }: Deps) {
  const deliver = smsUrl ? openTwilio(smsUrl) : mode === 'demo' && outbox ? toOutbox({ outbox, clock }) : null

  let latest: { ms: number; failure: Error | null } = { ms: USUAL_SEND_MS, failure: null }

  /** @throws SmsRejection, and Error when the service cannot be reached */
  async function send(message: TextMessage) {
    if (!deliver) throw new Error('no service for text messages')
    const startedAt = performance.now()
    let failure: Error | null = null
    try {
      await deliver(message)
    } catch (error) {
      if (error instanceof Error && !(error instanceof SmsRejection)) failure = error
      throw error
    } finally {
      latest = { ms: performance.now() - startedAt, failure }
    }
  }

  /**
   * Sends nothing, and takes as long as the latest message: for a reply that must not tell the two apart.
   * @throws Error when the service did not take that message either
   */
  async function simulateSend() {
    const { ms, failure } = latest
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
    if (failure) throw failure
  }

  return { isAvailable: deliver !== null, send, simulateSend }
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
