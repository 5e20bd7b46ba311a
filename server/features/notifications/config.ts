import { z } from 'zod'
import { SECOND } from '#contract/time.ts'

function number(fallback: number) {
  return z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(fallback)
}

/** The environment variables of this slice: part of `Environment` in server/config.ts. */
export const noticeEnvironment = {
  NOTICE_MAIL_WAIT_SECONDS: number(900).meta({
    description:
      'How long the mail about a message, like or request waits, so that a member who sees it first gets none. Shorter for trying it out.',
  }),
  MAILS_PER_DOMAIN_MINUTE: number(600).meta({
    description:
      'Mails about others, digests and news that are sent to one domain in a minute, by all nodes together. Mail providers reject what comes faster than they are used to.',
  }),
  MAILS_PER_SECOND: number(20).meta({
    description:
      'The same mails that one process sends in a second. Faster ones would slow down the messages of members in it.',
  }),
  SES_TOPIC_ARN: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]+$/, { error: 'must be the ARN of a topic' })
    .optional()
    .meta({
      description:
        'Topic of Amazon SNS to which SES reports bounces and complaints. It posts to `/api/mail-reports/ses` of `PUBLIC_URL`.',
      shownDefault: 'none: such reports are rejected',
    }),
  POSTMARK_WEBHOOK_AUTH: z
    .string()
    .regex(/^[^:]+:.{16,}$/, { error: 'must be a user name, a colon and a password of 16 characters' })
    .optional()
    .meta({
      description:
        'User name and password, with a colon between them, that webhooks of Postmark send to `/api/mail-reports/postmark` (basic authentication).',
      shownDefault: 'none: such reports are rejected',
    }),
  MAIL_REPORT_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional().meta({
    description:
      'Bearer token with which a mail server posts returned mails (DSN) and complaints (ARF), as they are, to `/api/mail-reports/message`.',
    shownDefault: 'none: such reports are rejected',
  }),
}

/** Returns the part of this slice. */
export function noticeConfig(env: z.output<z.ZodObject<typeof noticeEnvironment>>) {
  return {
    noticeWaitMs: env.NOTICE_MAIL_WAIT_SECONDS * SECOND,
    mailsPerDomainMinute: env.MAILS_PER_DOMAIN_MINUTE,
    mailsPerSecond: env.MAILS_PER_SECOND,
    sesTopicArn: env.SES_TOPIC_ARN,
    postmarkWebhookAuth: env.POSTMARK_WEBHOOK_AUTH,
    mailReportToken: env.MAIL_REPORT_TOKEN,
  }
}
