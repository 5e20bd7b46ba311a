import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { EmailRenderer, RenderedEmail } from '#contract/email-renderer.ts'
import { SECOND } from '#contract/time.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { openOutbox, type Outbox } from './outbox.ts'

const BUILD_PATH = join(import.meta.dirname, '../../../build/emails/index.js')

/** A mail before it is rendered: the address and sender's name; other fields are JSON for the renderer. */
export interface UnrenderedEmail {
  to: string
  site: { name: string }
}

/** `userId` of a mail to someone who may have no account. */
export const NO_ACCOUNT = 0

/** What a mail is about: ids only, because it is stored in the queue; no addresses, names or links. */
const EmailRequest = z.object({
  template: z.string(),
  userId: z.int(),
  /** Ids of further rows that the text names: `{ orderId }`. */
  about: z.record(z.string(), z.string()).default({}),
})
export type EmailRequest = z.input<typeof EmailRequest>

/**
 * Builds a mail when it is sent, from what the database contains then. Returns null when there is nothing to
 * send any more, for instance because the account was erased. Runs once per attempt.
 */
export type EmailBuilder = (request: z.output<typeof EmailRequest>) => Promise<UnrenderedEmail | null>

/** `id` is the same for every attempt to send a mail, and becomes its Message-ID. */
const sendMail = defineJob('mail.send', EmailRequest.extend({ id: z.string() }), 'background')
/** Deletes the mails to an erased account from the outbox. */
const clearOutbox = defineJob('mail.clear_outbox', z.object({ userId: z.int() }), 'background', {
  isNeverDropped: true,
})

/** How long a mail server may take: to accept the connection, to greet, and to answer anything later. */
const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 30 * SECOND,
}

interface OutgoingEmail extends RenderedEmail {
  id: string
  userId: number
  to: string
  fromName: string
}

type Deliver = (email: OutgoingEmail) => Promise<void>

interface Deps {
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>
  jobs: Jobs
  log: Log
  clock?: Clock
  loadRenderer?: () => Promise<EmailRenderer>
  /** Shortened by tests. */
  smtpTimeoutsMs?: typeof SMTP_TIMEOUTS_MS
}

export type Mail = ReturnType<typeof createMail>

/**
 * Sends mails by job: queued in the caller's transaction as ids, built, rendered and sent soon after, retried
 * while the mail server is down. Without a mail server they go to the directory `DATA_DIR/outbox`.
 */
export function createMail({
  config,
  jobs,
  log,
  clock = systemClock,
  loadRenderer = importRenderer,
  smtpTimeoutsMs = SMTP_TIMEOUTS_MS,
}: Deps) {
  const builders = new Map<string, EmailBuilder>()
  const outbox = config.smtpUrl ? null : openOutbox({ directory: join(config.dataDir, 'outbox') })
  const deliver = outbox
    ? toOutbox({ outbox, config, clock })
    : toServer({ smtpUrl: config.smtpUrl ?? '', config, log, smtpTimeoutsMs })

  jobs.handle(sendMail, async ({ id, ...request }) => {
    // An earlier attempt may have written the mail and died before the job was marked as done.
    if (await outbox?.has(id)) return
    const { renderEmail } = await loadRenderer()
    const email = await build(request)
    if (!email) return
    const { userId } = request
    await deliver({ id, userId, to: email.to, fromName: email.site.name, ...(await renderEmail(email)) })
  })
  jobs.handle(clearOutbox, async ({ userId }) => outbox?.removeAllOf(userId))

  /** Registers the function that builds the mails of a template, one for each. */
  function define(template: string, builder: EmailBuilder) {
    if (builders.has(template)) throw new Error(`two builders for mail ${template}`)
    builders.set(template, builder)
  }

  /** Builds a mail as the job does. */
  async function build(request: EmailRequest) {
    return builderOf(request.template)(EmailRequest.parse(request))
  }

  function builderOf(template: string) {
    const builder = builders.get(template)
    if (!builder) throw new Error(`no builder for mail ${template}`)
    return builder
  }

  /**
   * Queues a mail, in the transaction of `queryable` if it is one. The outbox gets it exactly once; a mail
   * server gets it at least once, always with the same Message-ID.
   */
  async function send(queryable: Queryable, request: EmailRequest) {
    builderOf(request.template)
    const time = clock.now().toISOString().replaceAll(/\D/g, '')
    await jobs.enqueue(queryable, sendMail, { id: `${time}-${newPublicId()}`, ...request })
  }

  /** Deletes the mails to an account from the outbox, after the transaction that erases the account. */
  async function erase(tx: Tx, userId: number) {
    if (outbox) await jobs.enqueue(tx, clearOutbox, { userId })
  }

  return { define, build, send, erase, outbox, loadRenderer }
}

async function importRenderer() {
  if (!existsSync(BUILD_PATH)) throw new Error('The mails are not built yet: run `npm run build`.')
  // The bundle has no types; emails/index.tsx checks `build` against the same interface.
  const module = (await import(pathToFileURL(BUILD_PATH).href)) as { build: EmailRenderer }
  return module.build
}

/** Returns the headers and body that mail programs see. */
function messageOf({ id, to, fromName, subject, html, text }: OutgoingEmail, mailFrom: string) {
  return {
    messageId: `<${id}@${mailFrom.split('@').at(-1)}>`,
    from: { name: fromName, address: mailFrom },
    // An object, because a string would be parsed and could contain more than one address.
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

function toOutbox({ outbox, config, clock }: { outbox: Outbox; config: Deps['config']; clock: Clock }): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (email) => {
    const sentAt = clock.now()
    const { message } = await composer.sendMail({ ...messageOf(email, config.mailFrom), date: sentAt })
    if (!Buffer.isBuffer(message)) throw new TypeError('the composed mail is not a buffer')
    const { id, userId, to, subject, html, text } = email
    await outbox.put({ id, userId, to, subject, html, text, sentAt: sentAt.toISOString() }, message)
  }
}

function toServer({
  smtpUrl,
  config,
  log,
  smtpTimeoutsMs,
}: Pick<Deps, 'config' | 'log'> & { smtpUrl: string; smtpTimeoutsMs: typeof SMTP_TIMEOUTS_MS }): Deliver {
  const transport = createTransport({ url: smtpUrl, ...smtpTimeoutsMs })
  return async (email) => {
    try {
      await transport.sendMail(messageOf(email, config.mailFrom))
    } catch (error) {
      if (!isPermanent(error)) throw error
      log.warn({ err: error, mailId: email.id }, 'mail rejected permanently')
    }
  }
}

/** Whether the mail server rejected the mail with a permanent code, so that a retry is useless. */
function isPermanent(error: unknown) {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
