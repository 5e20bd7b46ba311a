import { Readable } from 'node:stream'
import { createTransport, type SentMessageInfo, type Transporter } from 'nodemailer'
import type { RenderedEmail } from '#contract/email-renderer.ts'
import { SECOND } from '#contract/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { hasNoAddress } from './address-fault.ts'
import type { Outbox } from './outbox.ts'

/** How long a mail server may take: to accept the connection, to greet, and to answer anything later. */
export const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 30 * SECOND,
}

export interface OutgoingEmail extends RenderedEmail {
  /** Becomes the Message-ID, unless that is given: the same for every attempt to send a mail. */
  id: string
  messageId?: string
  userId: number
  to: string
  fromName: string
  /** How the recipient unsubscribes, by an address that takes a POST (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * What became of a mail. `rejected`: by a permanent answer; `isAddress`: because there is no such address.
 * `later`: the server has not got it. `unknown`: the server may have got it, and did not answer.
 */
export type Delivery =
  | { type: 'sent' }
  | { type: 'rejected'; isAddress: boolean; error: Error }
  | { type: 'later'; isAnswered: boolean; error: Error }
  | { type: 'unknown'; error: Error }

export type Deliver = (email: OutgoingEmail) => Promise<Delivery>

export type MailConfig = Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl' | 'secret'> & Partial<Pick<Config, 'dkim'>>

/** The headers that a signature covers beyond those of the library: RFC 8058 asks for both. */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted'

function signing({ dkim }: MailConfig) {
  if (!dkim) return {}
  const { domain, selector, privateKey } = dkim
  return { dkim: { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS } }
}

/** Returns the headers and body that mail programs see. */
function messageOf(
  { id, messageId = id, to, fromName, subject, html, text, unsubscribeUrl }: OutgoingEmail,
  mailFrom: string,
) {
  return {
    messageId: `<${messageId}@${mailFrom.split('@').at(-1)}>`,
    from: { name: fromName, address: mailFrom },
    // An object, because a string would be parsed and could contain more than one address.
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Writes mails into the directory of unsent mails, each once. */
export function toOutbox({ outbox, config, clock }: { outbox: Outbox; config: MailConfig; clock: Clock }): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...signing(config) })
  return async (email) => {
    if (await outbox.has(email.id)) return { type: 'sent' }
    const sentAt = clock.now()
    const { message } = await composer.sendMail({ ...messageOf(email, config.mailFrom), date: sentAt })
    if (!Buffer.isBuffer(message)) throw new TypeError('the composed mail is not a buffer')
    const { id, userId, to, subject, html, text } = email
    await outbox.put({ id, userId, to, subject, html, text, sentAt: sentAt.toISOString() }, message)
    return { type: 'sent' }
  }
}

/** Sends mails to a mail server. */
export function toServer({
  smtpUrl,
  config,
  timeoutsMs,
}: {
  smtpUrl: string
  config: MailConfig
  timeoutsMs: typeof SMTP_TIMEOUTS_MS
}): Deliver {
  const transport = createTransport({ url: smtpUrl, ...timeoutsMs, ...signing(config) })
  const transmission = watchTransmission(transport)
  return async (email) => {
    const message = messageOf(email, config.mailFrom)
    try {
      await transport.sendMail(message)
      return { type: 'sent' }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return deliveryOf(error, { hasBegun: transmission.hasBegun(message.messageId) })
    } finally {
      transmission.forget(message.messageId)
    }
  }
}

/** An error of the library, with the answer of the server if there was one. */
interface SmtpError extends Error {
  responseCode?: number
  response?: string
  code?: string
  command?: string
}

/** Returns what an error means for the mail. Only after its text was sent can the server have it. */
function deliveryOf(error: SmtpError, { hasBegun = false }) {
  const { responseCode, code, command, response = '' } = error
  if (responseCode === undefined)
    return hasBegun ? { type: 'unknown' as const, error } : { type: 'later' as const, isAnswered: false, error }
  const isPermanent = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if (!isPermanent) return { type: 'later' as const, isAnswered: code === 'EENVELOPE' || code === 'EMESSAGE', error }
  return { type: 'rejected' as const, isAddress: command === 'RCPT TO' && hasNoAddress(response), error }
}

/**
 * Notices which mails the server has asked for the text of. The library reads a mail from its stream only
 * then, and none of its errors says it.
 */
function watchTransmission(transport: Transporter<SentMessageInfo>) {
  const begun = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => Readable.from(readLater(() => open(options), message.messageId()))
    done()
  })

  async function* readLater(open: () => Readable, messageId: string) {
    begun.add(messageId)
    yield* open()
  }
  return {
    hasBegun: (messageId: string) => begun.has(messageId),
    forget: (messageId: string) => begun.delete(messageId),
  }
}
