import type { FastifyInstance } from 'fastify'
import { MAIL_REPORT_RATE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { isSameText } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import { isMessageTo } from '#server/platform/mail/message-id.ts'
import { mailIdIn } from '#server/features/notifications/mails/signed-ids.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { readPostmarkReport } from './postmark.ts'
import { receiveReport } from './record-report.ts'
import { findMailAddress } from './report-queries.ts'
import { readReturnedMessage, type ReturnedMessage } from './returned-message.ts'
import { readSesReports } from './ses.ts'
import { confirmSubscription, readSnsMessage } from './sns.ts'

/**
 * Webhooks of mail services, and the address to which a mail server posts what comes back (NOTE-13). One
 * that is not configured does not exist. Each is answered once the report is stored: after an error it comes
 * again.
 */
export function reportRoutes(app: FastifyInstance, context: AppContext) {
  void app.register(async (reports) => {
    const { sesTopicArn, postmarkWebhookAuth, mailReportToken } = context.config
    reports.removeAllContentTypeParsers()
    // Signatures cover the text as it was sent.
    reports.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const options = { config: { rateLimit: MAIL_REPORT_RATE }, schema: { hide: true } }

    reports.post('/api/mail-reports/ses', options, async (request, reply) => {
      if (!sesTopicArn) throw new AppError('request.not_found')
      await receiveFromSes(context, { body: textOf(request.body), topicArn: sesTopicArn })
      return reply.code(204).send()
    })

    reports.post('/api/mail-reports/postmark', options, async (request, reply) => {
      if (!postmarkWebhookAuth) throw new AppError('request.not_found')
      const expected = `Basic ${Buffer.from(postmarkWebhookAuth).toString('base64')}`
      requireSecret(request.headers.authorization, expected)
      const report = readPostmarkReport(parseJson(textOf(request.body)))
      if (report) await receiveReport(context, report)
      return reply.code(204).send()
    })

    reports.post('/api/mail-reports/message', options, async (request, reply) => {
      if (!mailReportToken) throw new AppError('request.not_found')
      requireSecret(request.headers.authorization, `Bearer ${mailReportToken}`)
      await receiveMessage(context, textOf(request.body))
      return reply.code(204).send()
    })
  })
}

async function receiveFromSes(context: AppContext, { body, topicArn }: { body: string; topicArn: string }) {
  const message = await readSnsMessage(body, { topicArn, now: context.clock.now() })
  if (message.Type === 'SubscriptionConfirmation') return confirmSubscription(message)
  if (message.Type !== 'Notification') return
  for (const report of readSesReports(message.Message)) await receiveReport(context, report)
}

/**
 * Anyone can write to the address to which mails return, so a report counts only if it names one of our mails
 * by its signed Message-ID, and then against the address of that mail.
 */
async function receiveMessage(context: AppContext, text: string) {
  const returned = readReturnedMessage(text)
  const email = returned && (await addressOf(context, returned))
  if (!returned || !email) return
  const { messageId, type } = returned
  // The same mail, however the domain of its Message-ID is written.
  const [id = ''] = messageId.replace(/^</, '').split('@')
  await receiveReport(context, { id: `message ${id}`, email, type, at: context.clock.now() })
}

/** Returns the address to which the mail of a report went: by its row, or by its signed Message-ID. */
async function addressOf({ config, db }: AppContext, { messageId, recipients }: ReturnedMessage) {
  const mailId = mailIdIn(config, messageId)
  if (mailId !== null) return findMailAddress(db, mailId)
  return recipients.find((to) => isMessageTo(config, { messageId, to }))
}

function requireSecret(received: string | undefined, expected: string) {
  if (!isSameText(received ?? '', expected)) throw new AppError('notifications.report_rejected')
}

/** The text of a request whose parser leaves it as it is. */
export function textOf(body: unknown) {
  return typeof body === 'string' ? body : ''
}
