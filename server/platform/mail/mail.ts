import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { SMTP_TIMEOUTS_MS, toOutbox, toServer, type MailConfig, type OutgoingEmail } from './delivery.ts'
import { messageIdFor } from './message-id.ts'
import { openOutbox } from './outbox.ts'

const BUILD_PATH = join(import.meta.dirname, '../../../build/emails/index.js')

/** A mail before it is rendered: the address and sender's name; other fields are JSON for the renderer. */
export interface UnrenderedEmail {
  to: string
  site: { name: string }
}

/** `userId` of a mail to someone who may have no account. */
export const NO_ACCOUNT = 0

/** What a mail is about: ids and codes, because it is stored in the queue; no addresses, names or links. */
const EmailRequest = z.object({
  template: z.string(),
  userId: z.int(),
  /** Ids of further rows that the text names, `{ orderId }`, and what may have changed until it is built. */
  about: z.record(z.string(), z.string()).default({}),
})
export type EmailRequest = z.output<typeof EmailRequest>

/**
 * Builds a mail when it is sent, from what the database contains then. Returns null when there is nothing to
 * send any more, for instance because the account was erased. Runs once per attempt.
 */
export type EmailBuilder = (request: EmailRequest) => Promise<UnrenderedEmail | null>

/** `id` is the same for every attempt to send a mail, and becomes its Message-ID. */
const sendMail = defineJob('mail.send', EmailRequest.extend({ id: z.string() }), 'background')
/** Addresses of no one (RFC 2606): accounts that belong to no person have one. */
const UNREACHABLE = /\.invalid$/i
/** Deletes the mails to an erased account from the outbox. */
const clearOutbox = defineJob('mail.clear_outbox', z.object({ userId: z.int() }), 'background', {
  isNeverDropped: true,
})

/** A mail that the mail server has rejected for good. `isAddress`: because there is no such address. */
export interface RejectedEmail {
  to: string
  isAddress: boolean
}

interface Deps {
  config: MailConfig
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
  const rejectionListeners: ((email: RejectedEmail) => Promise<void>)[] = []
  const outbox = config.smtpUrl ? null : openOutbox({ directory: join(config.dataDir, 'outbox') })
  const deliver = outbox
    ? toOutbox({ outbox, config, clock })
    : toServer({ smtpUrl: config.smtpUrl ?? '', config, timeoutsMs: smtpTimeoutsMs })

  jobs.handle(sendMail, async ({ id, ...request }) => {
    // An earlier attempt may have written the mail and died before the job was marked as done.
    if (await outbox?.has(id)) return
    const { renderEmail } = await loadRenderer()
    const email = await build(request)
    if (!email || UNREACHABLE.test(email.to)) return
    const { userId } = request
    const rendered = await renderEmail(email)
    const { to } = email
    const messageId = messageIdFor(config, { id, to })
    const delivery = await deliver({ id, messageId, userId, to, fromName: email.site.name, ...rendered })
    if (delivery.type === 'rejected') {
      log.warn({ err: delivery.error, mailId: id }, 'mail rejected permanently')
      const { isAddress } = delivery
      for (const listener of rejectionListeners) await listener({ to, isAddress })
      return
    }
    // The queue tries again: these mails must arrive, if need be twice.
    if (delivery.type !== 'sent') throw delivery.error
  })
  jobs.handle(clearOutbox, async ({ userId }) => outbox?.removeAllOf(userId))

  /** Registers the function that builds the mails of a template, one for each. */
  function define(template: string, builder: EmailBuilder) {
    if (builders.has(template)) throw new Error(`two builders for mail ${template}`)
    builders.set(template, builder)
  }

  /** Calls the listener with each mail of `send` that is rejected. When it fails, the mail is tried again. */
  function onRejected(listener: (email: RejectedEmail) => Promise<void>) {
    rejectionListeners.push(listener)
  }

  /** Builds a mail as the job does. */
  async function build(request: z.input<typeof EmailRequest>) {
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
  async function send(queryable: Queryable, request: z.input<typeof EmailRequest>) {
    builderOf(request.template)
    const time = clock.now().toISOString().replaceAll(/\D/g, '')
    await jobs.enqueue(queryable, sendMail, { id: `${time}-${newPublicId()}`, ...request })
  }

  /** Deletes the mails to an account from the outbox, after the transaction that erases the account. */
  async function erase(tx: Tx, userId: number) {
    if (outbox) await jobs.enqueue(tx, clearOutbox, { userId })
  }

  /** Renders a mail for `deliver`. */
  async function render(
    email: UnrenderedEmail,
    envelope: Pick<OutgoingEmail, 'id' | 'userId' | 'unsubscribeUrl'>,
  ): Promise<OutgoingEmail> {
    const { renderEmail } = await loadRenderer()
    return { ...envelope, to: email.to, fromName: email.site.name, ...(await renderEmail(email)) }
  }

  // `deliver` sends a mail now, by the caller's job, which has to know what became of it.
  return { define, onRejected, build, send, render, deliver, erase, outbox, loadRenderer }
}

let importedRenderer: EmailRenderer | undefined

async function importRenderer() {
  if (importedRenderer) return importedRenderer
  if (!existsSync(BUILD_PATH)) throw new Error('The mails are not built yet: run `npm run build`.')
  // The bundle has no types; emails/index.tsx checks `build` against the same interface.
  const module = (await import(pathToFileURL(BUILD_PATH).href)) as { build: EmailRenderer }
  importedRenderer = module.build
  return importedRenderer
}
