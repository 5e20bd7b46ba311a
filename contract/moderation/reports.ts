import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ClientId, ConversationId, PhotoId, ProfileId, ReportId } from '#contract/ids.ts'
import { REPORT_ATTACHMENTS, REPORT_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'
import { Lines } from '#contract/settings/texts.ts'

export const reportReasons = ['fake_profile', 'scam', 'harassment', 'under_age', 'nudity', 'spam', 'other'] as const
export const ReportReason = z.enum(reportReasons)
export type ReportReason = z.output<typeof ReportReason>

export const ReportForm = z
  .strictObject({
    clientId: ClientId,
    profileId: ProfileId,
    /** One photo of the profile; without it, the report is about the profile. */
    photoId: PhotoId.nullable(),
    /** One message that the profile's member sent to the caller. */
    message: z
      .strictObject({ conversationId: ConversationId, seq: z.int().positive().max(INTEGER_MAX) })
      .nullable()
      .default(null),
    reason: ReportReason,
    text: Lines.max(2 * REPORT_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' }).refine(
      (text) => [...text].length <= REPORT_TEXT_MAX_LENGTH,
      { error: 'profiles.text_too_long' },
    ),
    /** Blocks the member as well. */
    isBlocking: z.boolean(),
  })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    error: 'moderation.report_text_required',
  })
export type ReportForm = z.output<typeof ReportForm>

/** The receipt of a report. The id is the reference that the mail names too. */
export const ReportReceipt = z.object({ id: ReportId, createdAt: z.iso.datetime() })
export type ReportReceipt = z.output<typeof ReportReceipt>

export const reportProfile = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary:
    'Reports a profile or a photo for review, and blocks the member if asked. The reported member does not learn of it.',
  body: ReportForm,
  reply: z.object({ report: ReportReceipt }),
})

export const addReportAttachment = endpoint({
  method: 'POST',
  path: '/api/reports/:reportId/attachments',
  access: 'member',
  summary: `Adds an image, such as a screenshot, to one’s own report: up to ${REPORT_ATTACHMENTS}, soon after the report.`,
  params: z.strictObject({ reportId: ReportId }),
  body: z.strictObject({}),
  upload: true,
  reply: z.object({ count: z.int() }),
})
