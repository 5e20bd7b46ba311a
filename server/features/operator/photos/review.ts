import type { WaitingPhoto } from '#contract/operator/photos/schemas.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { copyPhoto } from '#server/features/moderation/cases/photo-case.ts'
import { reviewPhoto } from '#server/features/profiles/photo-review.ts'
import * as queue from '#server/features/profiles/review-queue.ts'
import { ageOn, isExplicit, todayIn } from '#server/features/profiles/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { withAct } from '../audit/with-act.ts'

/** Takes the photos that an operator reviews next, and records that they were seen. */
export async function claimPhotos(context: AppContext, { operator }: { operator: RequestOperator }) {
  const rows = await withAct(
    context,
    (inside) => queue.claimPhotos(inside, { actorId: operator.operatorId }),
    (taken) => ({
      operator,
      act: 'photos_seen',
      members: taken.map(({ userId }) => userId),
      details: { photos: taken.length },
    }),
  )
  const { count } = await queue.photosToReview(context)
  const now = context.clock.now()
  return { photos: rows.map((row) => toWaiting(row, now)), waiting: count }
}

type WaitingRow = Awaited<ReturnType<typeof queue.claimPhotos>>[number]

function toWaiting(
  { publicId, userId: _userId, explicitness, createdAt, birthDate, ...row }: WaitingRow,
  now: Date,
): WaitingPhoto {
  return {
    ...row,
    id: publicId,
    isExplicit: isExplicit(explicitness),
    rating: explicitness,
    addedAt: createdAt.toISOString(),
    age: ageOn(todayIn(now), birthDate),
  }
}

interface Decision {
  operator: RequestOperator
  photoIds: string[]
  rejection: PhotoRejection | null
}

/**
 * Decides about photos, each in its own transaction. One that another operator took or decided, or that its
 * owner deleted, is named with the code of the error; a decision that is sent again changes nothing.
 */
export async function decidePhotos(context: AppContext, { operator, photoIds, rejection }: Decision) {
  const results: { photoId: string; error: string | null }[] = []
  for (const photoId of photoIds) {
    const act = {
      operator,
      act: rejection === null ? ('photo_approved' as const) : ('photo_rejected' as const),
      subject: { kind: 'photo' as const, id: photoId },
      details: { rejection },
    }
    try {
      const copy = rejection === null ? null : await copyPhoto(context, photoId)
      const by = { actorId: operator.operatorId, copy }
      await withAct(
        context,
        (inside) => reviewPhoto(inside, { photoId, rejection, operator: by }),
        ({ isNew, userId }) => (isNew ? { ...act, members: [userId] } : null),
      )
      results.push({ photoId, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ photoId, error: error.code })
    }
  }
  return { results }
}
