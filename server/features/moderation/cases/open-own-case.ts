import { isDeepStrictEqual } from 'node:util'
import type { ReportReason } from '#contract/moderation/schemas.ts'
import { findNamed, copyImage } from '#server/features/moderation/removal/find-image.ts'
import { profileEvidence } from '#server/features/moderation/report-case.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { hasTexts } from './case-queries.ts'
import { openCase, type Evidence } from './open-case.ts'

interface NamedPhoto {
  content: CaseContent
  copy: Evidence | null
}

/**
 * Finds the photo of a member that an operator names by address or id, and copies it: files are not written
 * in a transaction. Photos of conversations are found too.
 * @throws AppError `moderation.image_not_found` at the field `photo`, also for one of another member
 */
export async function findPhotoOf(
  context: Pick<Context, 'db' | 'clock' | 'storage' | 'jobs'>,
  { userId, place }: { userId: number; place: string },
): Promise<NamedPhoto> {
  const named = await findNamed(context.db, place)
  if (!named?.content || named.userId !== userId) throw fieldError('photo', 'moderation.image_not_found')
  return { content: named.content, copy: await copyImage(context, named) }
}

interface OwnCase {
  actorId: string
  /** Of the client: sent again, it opens nothing. */
  clientId: string
  userId: number
  reason: ReportReason
  /** Null: the case is about the profile. */
  photo: NamedPhoto | null
  note: string
}

/**
 * Opens a case about what an operator noticed without a notice of anyone, with a copy of the profile as it is
 * now. It is decided like every other case, by this operator or another one.
 * @throws AppError `request.not_found`: erased meanwhile
 * Source: MOD-35.
 */
export async function openOwnCase(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { actorId, clientId, userId, reason, photo, note }: OwnCase,
) {
  return transaction(async (tx) => {
    // The lock also makes the same call, sent twice at once, run one after the other.
    const member = await tx
      .selectFrom('users')
      .select('siteId')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) throw new AppError('request.not_found')
    const content: CaseContent = photo?.content ?? { type: 'profile_text' }
    const earlier = await findOpened(tx, { actorId, clientId, userId })
    if (earlier) {
      const isSame = earlier.reason === reason && isDeepStrictEqual(earlier.content, content)
      const hasNote = await hasTexts(tx, { caseId: earlier.id, note, reply: '' })
      if (!isSame || !hasNote) throw new AppError('operator.sent_before')
      return { reference: earlier.reference, isNew: false }
    }
    const written: Evidence = { kind: 'note', data: { text: note, actorId } }
    const evidence = [await profileEvidence(tx, userId), photo?.copy ?? null, written]
    const { reference } = await openCase({ clock }, tx, {
      kind: 'own',
      subjectId: userId,
      siteId: member.siteId,
      reason,
      source: 'own',
      content,
      evidence: evidence.filter((each) => each !== null),
      opener: { actorId, clientId },
    })
    return { reference, isNew: true }
  })
}

function findOpened(tx: Tx, { actorId, clientId, userId }: Pick<OwnCase, 'actorId' | 'clientId' | 'userId'>) {
  return tx
    .selectFrom('moderationCases as c')
    .innerJoin('moderationEvents as e', 'e.caseId', 'c.id')
    .select(['c.id', 'c.reference', 'c.reason', 'c.content'])
    .where('c.subjectId', '=', userId)
    .where('e.clientId', '=', clientId)
    .where('e.actorId', '=', actorId)
    .where('e.type', '=', 'opened')
    .executeTakeFirst()
}
