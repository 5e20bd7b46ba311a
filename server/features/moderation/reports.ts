import { REPORT_ATTACHMENT_MS, REPORT_ATTACHMENTS, REPORTS_PER_DAY } from '#contract/limits.ts'
import type { ReportForm, ReportReceipt } from '#contract/moderation/schemas.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { clearReportFiles } from './jobs.ts'
import { findKnownMember } from './queries.ts'
import { openReportCase, signalManyReports } from './report-case.ts'
import { storeAttachment, storeCopy, storeVoiceCopy } from './store-attachment.ts'
import * as queries from './report-queries.ts'
import type { Evidence } from './cases/open-case.ts'
import { blockInTransaction } from './service.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'storage' | 'jobs' | 'sites'>

type Photo = Awaited<ReturnType<typeof activePhoto>>

type StoredReport = NonNullable<Awaited<ReturnType<typeof queries.findByClientId>>>

type ReceivedMessage = NonNullable<Awaited<ReturnType<typeof queries.findReceivedMessage>>>

/**
 * Stores a report for review, queues its receipt, and blocks the member if the form asks for it. The same
 * client id returns the first receipt, and can only add the block. The reported member gets no event. A
 * reported photo or message is copied for review; only a message's receiver can report it.
 * @throws AppError `profiles.not_found`, `profiles.photo_not_found`, `chat.message_not_found`,
 * `moderation.report_self`, `moderation.report_limit`
 * Source: MOD-5.
 */
export async function reportProfile(
  context: Deps,
  { viewer: { userId }, form }: { viewer: Viewer; form: ReportForm },
): Promise<ReportReceipt> {
  const { db, transaction, clock, mail } = context
  const { profileId, photoId, clientId, isBlocking } = form
  // A repetition must not fail because of later changes: a block, a deleted photo, a member who left.
  const earlier = await queries.findByClientId(db, { reporterId: userId, clientId })
  if (earlier) return transaction((tx) => repeat({ tx, clock }, { userId, earlier, isBlocking }))
  const member = await findKnownMember(db, { viewerId: userId, profileId })
  if (!member) throw new AppError('profiles.not_found')
  if (member.userId === userId) throw new AppError('moderation.report_self')
  const message =
    form.message && (await receivedMessage(db, { userId, senderId: member.userId, message: form.message }))
  const photo = photoId === null ? null : await activePhoto(db, { userId: member.userId, photoId })
  const copy = await copyFile(context, { message, photo })
  const mainPhoto = message || photo ? null : await copyMainPhoto(context, member.userId)

  return transaction(async (tx) => {
    await queries.lockReporter(tx, userId)
    const before = await queries.findByClientId(tx, { reporterId: userId, clientId })
    if (before) return repeat({ tx, clock }, { userId, earlier: before, isBlocking })
    await assertReportLimit({ tx, clock }, userId)
    const report = newReport({ clock }, { reporterId: userId, reportedId: member.userId, form, message })
    const fingerprint = (message ?? photo)?.fingerprint ?? null
    const caseId = await openReportCase({ clock }, tx, { report, photo: mainPhoto, fingerprint })
    await queries.insertReport(tx, { ...report, caseId })
    await signalManyReports(context, tx, { reportedId: member.userId })
    if (copy) {
      const attachment = { id: newId(clock), reportId: report.id, createdAt: clock.now() }
      await queries.insertAttachment(tx, { ...attachment, ...copy })
    }
    await mail.send(tx, { template: 'reportReceipt', userId, about: { reportId: report.publicId } })
    if (isBlocking) await blockInTransaction({ tx, clock }, { userId, otherId: member.userId })
    return toReceipt(report)
  })
}

/** Answers a form that was sent before, perhaps without the block: its receipt may have been lost. */
async function repeat(
  { tx, clock }: { tx: Tx } & Pick<Context, 'clock'>,
  { userId, earlier, isBlocking }: { userId: number; earlier: StoredReport; isBlocking: boolean },
) {
  const otherId = earlier.reportedId
  if (isBlocking && otherId !== null) await blockInTransaction({ tx, clock }, { userId, otherId })
  return toReceipt(earlier)
}

function newReport(
  { clock }: Pick<Context, 'clock'>,
  {
    reporterId,
    reportedId,
    form,
    message,
  }: { reporterId: number; reportedId: number; form: ReportForm; message: ReceivedMessage | null },
): Omit<queries.NewReport, 'caseId'> {
  const { clientId, photoId, reason, text } = form
  return {
    id: newId(clock),
    publicId: newPublicId(),
    reporterId,
    reportedId,
    clientId,
    target: targetOf(form),
    photoId,
    conversationId: message?.conversationKey ?? null,
    messageSeq: message?.seq ?? null,
    messageCopy: message && copyOf(message),
    reason,
    body: text,
    createdAt: clock.now(),
  }
}

function targetOf({ message, photoId }: ReportForm) {
  if (message) return 'message' as const
  return photoId === null ? ('profile' as const) : ('photo' as const)
}

function copyOf({ kind, body, name, sentAt }: ReceivedMessage) {
  return JSON.stringify({ kind, body, name, sentAt })
}

/** @throws AppError `chat.message_not_found` */
async function receivedMessage(
  db: Context['db'],
  { userId, senderId, message }: { userId: number; senderId: number; message: NonNullable<ReportForm['message']> },
) {
  const received = await queries.findReceivedMessage(db, { receiverId: userId, senderId, ...message })
  if (!received) throw new AppError('chat.message_not_found')
  return received
}

/** @throws AppError `profiles.photo_not_found` */
async function activePhoto(db: Context['db'], key: { userId: number; photoId: string }) {
  const photo = await queries.findActivePhoto(db, key)
  if (!photo) throw new AppError('profiles.photo_not_found')
  return photo
}

/** Copies a reported photo or voice message, because its owner can delete it; null where there is none. */
async function copyFile(context: Deps, { message, photo }: { message: ReceivedMessage | null; photo: Photo | null }) {
  const fileKey = message ? message.fileKey : (photo?.photoKey ?? null)
  if (fileKey === null) return null
  if (message?.kind === 'voice') {
    const { durationMs, mediaType } = message
    if (mediaType === null) return null
    const copy = await storeVoiceCopy(context, { voiceKey: fileKey, mediaType })
    return { ...copy, mediaType, durationMs, width: null, height: null }
  }
  const { width = null, height = null } = message ?? photo ?? {}
  const copy = await storeCopy(context, { photoKey: fileKey })
  return { ...copy, mediaType: 'image/webp', durationMs: null, width, height }
}

/** Copies the main photo of a reported profile; null without one. */
async function copyMainPhoto(context: Deps, userId: number): Promise<Evidence | null> {
  const photo = await queries.findMainPhoto(context.db, userId)
  if (!photo) return null
  const { photoKey, ...size } = photo
  try {
    const { storageKey } = await storeCopy(context, { photoKey })
    return { kind: 'photo', data: size, storageKey }
  } catch (error) {
    // It was deleted meanwhile; the report is about more than the photo.
    if (error instanceof AppError && error.code === 'profiles.photo_not_found') return null
    throw error
  }
}

async function assertReportLimit({ tx, clock }: { tx: Tx } & Pick<Context, 'clock'>, reporterId: number) {
  const since = new Date(clock.now().getTime() - DAY)
  if ((await queries.countSince(tx, { reporterId, since })) >= REPORTS_PER_DAY)
    throw new AppError('moderation.report_limit')
}

function toReceipt({ publicId, createdAt }: { publicId: string; createdAt: Date }): ReportReceipt {
  return { id: publicId, createdAt: createdAt.toISOString() }
}

/**
 * Adds an image to the viewer's own report; the same file only once. Returns the number of attachments.
 * @throws AppError `moderation.report_not_found` (also another member's, or too old),
 * `moderation.report_attachments_full`, `profiles.photo_not_an_image`, as `storeAttachment`
 */
export async function addAttachment(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  { viewer, reportId, source }: { viewer: Viewer; reportId: string; source: UploadedFile | null },
) {
  const { transaction, clock, jobs } = context
  const key = { reportId, reporterId: viewer.userId, since: new Date(clock.now().getTime() - REPORT_ATTACHMENT_MS) }
  // Rejects foreign and old reports before the slow work; the second look, under the lock, decides.
  await transaction((tx) => lockReport(tx, key))
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const { storageKey, contentHash, width, height } = await storeAttachment(context, source)
  return transaction(async (tx) => {
    const report = await lockReport(tx, key)
    const isKnown = report.hashes.some((hash) => hash.equals(contentHash))
    // The file of a repeated upload is not used, so the job deletes it.
    if (isKnown) await jobs.enqueue(tx, clearReportFiles, { storageKey })
    if (isKnown) return report.count
    if (report.count >= REPORT_ATTACHMENTS) throw new AppError('moderation.report_attachments_full')
    const attachment = { id: newId(clock), reportId: report.id, createdAt: clock.now() }
    const file = { storageKey, contentHash, width, height, mediaType: 'image/webp', durationMs: null }
    await queries.insertAttachment(tx, { ...attachment, ...file })
    return report.count + 1
  })
}

/** @throws AppError `moderation.report_not_found` */
async function lockReport(tx: Tx, key: Parameters<typeof queries.lockOwnReport>[1]) {
  const report = await queries.lockOwnReport(tx, key)
  if (!report) throw new AppError('moderation.report_not_found')
  return report
}
