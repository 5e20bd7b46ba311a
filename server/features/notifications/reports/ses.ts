import { z } from 'zod'
import { parseJson } from '#server/platform/parse-json.ts'
import type { ReceivedReport } from './record-report.ts'

const Recipients = z.array(z.object({ emailAddress: z.string().max(320) })).max(50)

/** Reports of SES, by topics of an identity (`notificationType`) or of a configuration set (`eventType`). */
const SesReport = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: Recipients,
      timestamp: z.iso.datetime(),
      feedbackId: z.string().max(200),
    })
    .optional(),
  complaint: z
    .object({
      complainedRecipients: Recipients,
      complaintFeedbackType: z.string().nullish(),
      timestamp: z.iso.datetime(),
      feedbackId: z.string().max(200),
    })
    .optional(),
})

/** Failures that are about the mail, and not about its address. */
const CONTENT_BOUNCES = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']

/** Returns what a message of SES reports; nothing for a delivery or a kind that is not known. */
export function readSesReports(text: string): ReceivedReport[] {
  const parsed = SesReport.safeParse(parseJson(text))
  if (!parsed.success) return []
  const { bounce, complaint, ...kinds } = parsed.data
  const kind = kinds.notificationType ?? kinds.eventType
  if (kind === 'Bounce' && bounce) {
    if (CONTENT_BOUNCES.includes(bounce.bounceSubType ?? '')) return []
    const type = bounce.bounceType === 'Permanent' ? 'permanent' : 'temporary'
    return bounce.bouncedRecipients.map(({ emailAddress }) => reportOf(emailAddress, type, bounce))
  }
  // 'not-spam': the member took a mail out of the folder for spam.
  if (kind !== 'Complaint' || !complaint || complaint.complaintFeedbackType === 'not-spam') return []
  return complaint.complainedRecipients.map(({ emailAddress }) => reportOf(emailAddress, 'complaint', complaint))
}

function reportOf(
  emailAddress: string,
  type: ReceivedReport['type'],
  { feedbackId, timestamp }: { feedbackId: string; timestamp: string },
): ReceivedReport {
  // Of a bounce the address can be written as in a header.
  const email = /<([^<>]+)>/.exec(emailAddress)?.[1] ?? emailAddress
  return { id: `ses ${feedbackId}`, email, type, at: new Date(timestamp) }
}
