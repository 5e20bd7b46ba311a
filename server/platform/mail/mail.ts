import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { Email, type EmailsBuild, type RenderedEmail } from '#contract/emails.ts'
import type { Config } from '#server/platform/config.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob, type JobOptions, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { SECOND } from '#contract/time.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

const build = join(import.meta.dirname, '../../../build/emails/index.js')

/** `id` is the same for every try of a mail, and becomes its Message-ID. */
const sendMail = defineJob('mail.send', z.object({ id: z.string(), email: Email }))

interface Letter extends RenderedEmail {
  id: string
  to: string
  fromName: string
}

type Deliver = (letter: Letter) => Promise<void>

interface Deps {
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>
  jobs: Jobs
  log: Log
  clock?: Clock
  loadEmails?: () => Promise<EmailsBuild>
}

export type Mail = ReturnType<typeof createMail>

/**
 * Mail by job: asked for in the transaction of the fact, worded and sent soon after, tried again while the mail server
 * is away. Without a mail server it goes to the folder `DATA_DIR/outbox`.
 */
export function createMail({ config, jobs, log, clock = systemClock, loadEmails = importEmails }: Deps) {
  const outbox = config.smtpUrl ? null : openOutbox({ directory: join(config.dataDir, 'outbox') })
  const deliver = outbox
    ? toOutbox({ outbox, config, clock })
    : toServer({ smtpUrl: config.smtpUrl ?? '', config, log })

  jobs.handle(sendMail, async ({ id, email }) => {
    // The last try may have got this far and died before it could say so.
    if (await outbox?.has(id)) return
    const { renderEmail } = await loadEmails()
    await deliver({ id, to: email.to, fromName: email.site.name, ...(await renderEmail(email)) })
  })

  /**
   * Asks for a mail, in the transaction of `queryable` if it is one. To the outbox it goes exactly once; to a mail
   * server at least once, and always under the same Message-ID.
   */
  async function send(queryable: Queryable, email: Email, options?: JobOptions) {
    const time = clock.now().toISOString().replaceAll(/\D/g, '')
    await jobs.enqueue(queryable, sendMail, { id: `${time}-${newPublicId()}`, email }, options)
  }

  return { send, outbox, loadEmails }
}

async function importEmails() {
  if (!existsSync(build)) throw new Error('The mails are not built yet: run `npm run build`.')
  // Nothing types the bundle; contract/emails.ts says what emails/index.tsx exports.
  const module = (await import(pathToFileURL(build).href)) as { build: EmailsBuild }
  return module.build
}

/** What a mail program gets to see, apart from who it is for. */
function messageOf({ id, to, fromName, subject, html, text }: Letter, mailFrom: string) {
  return {
    messageId: `<${id}@${mailFrom.split('@').at(-1)}>`,
    from: { name: fromName, address: mailFrom },
    // An object: a text would be parsed, and could name more than one address.
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

function toOutbox({ outbox, config, clock }: { outbox: Outbox; config: Deps['config']; clock: Clock }): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (letter) => {
    const sentAt = clock.now()
    const { message } = await composer.sendMail({ ...messageOf(letter, config.mailFrom), date: sentAt })
    if (!Buffer.isBuffer(message)) throw new TypeError('the composed mail is not a buffer')
    const { id, to, subject, html, text } = letter
    await outbox.put({ id, to, subject, html, text, sentAt: sentAt.toISOString() }, message)
  }
}

function toServer({ smtpUrl, config, log }: { smtpUrl: string; config: Deps['config']; log: Log }): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  })
  return async (letter) => {
    try {
      await transport.sendMail(messageOf(letter, config.mailFrom))
    } catch (error) {
      if (!isFinal(error)) throw error
      log.warn({ err: error, mailId: letter.id }, 'mail refused for good')
    }
  }
}

/** A code from 500 on about the recipient or the message stays the same however often it is asked. */
function isFinal(error: unknown) {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
