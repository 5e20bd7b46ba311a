import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, ConversationId, PhotoId, ProfileId, ReportId } from '#contract/ids.ts'
import { BLOCKS_PAGE_SIZE, REPORT_ATTACHMENTS, REPORT_TEXT_MAX_LENGTH, REPORTS_PAGE_SIZE } from '#contract/limits.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { Lines } from '#contract/settings/texts.ts'
import { reportReasons } from './report-reasons.ts'

export const blockProfile = {
  summary: 'Blocks a member: removes chats and likes, hides both from each other.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(true) }),
} satisfies EndpointSchemas

export const unblockProfile = {
  summary: 'Removes the caller’s block. Chats and likes do not come back.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(false) }),
} satisfies EndpointSchemas

/** Without photo: the two do not see each other (MOD-1). */
export const BlockedMember = z.object({
  id: ProfileId,
  name: z.string(),
  gender: Gender,
  blockedAt: z.iso.datetime(),
})
export type BlockedMember = z.output<typeof BlockedMember>

export const listBlocks = {
  summary: 'Members that the caller has blocked, latest first.',
  query: PageQuery,
  reply: z.object({ profiles: z.array(BlockedMember).max(BLOCKS_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas

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

export const reportProfile = {
  summary:
    'Reports a profile or a photo for review, and blocks the member if asked. The reported member does not learn of it.',
  body: ReportForm,
  reply: z.object({ report: ReportReceipt }),
} satisfies EndpointSchemas

const reportTargets = ['profile', 'photo', 'message'] as const

/** A report as its reporter sees it. The id is the reference of its decision. */
export const OwnReport = z.object({
  id: ReportId,
  createdAt: z.iso.datetime(),
  target: z.enum(reportTargets),
  reason: ReportReason,
  /** Of the reported member; null while the caller does not see them. */
  name: z.string().nullable(),
  /** Whether something was done; null until the decision. */
  outcome: z.enum(['action', 'no_action']).nullable(),
})
export type OwnReport = z.output<typeof OwnReport>

export const listReports = {
  summary: 'Reports that the caller sent, latest first, each with its outcome.',
  query: PageQuery,
  reply: z.object({ reports: z.array(OwnReport).max(REPORTS_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas

export const addReportAttachment = {
  summary: `Adds an image, such as a screenshot, to one’s own report: up to ${REPORT_ATTACHMENTS}, soon after the report.`,
  params: z.strictObject({ reportId: ReportId }),
  body: z.strictObject({}),
  reply: z.object({ count: z.int() }),
} satisfies EndpointSchemas
