import type { ReportReason } from '#contract/moderation/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { findPhotoOf, openOwnCase } from '#server/features/moderation/cases/open-own-case.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { withAct } from '../audit/with-act.ts'
import { userIdOf } from '../members/queries.ts'

interface NewCase {
  operator: RequestOperator
  memberId: string
  clientId: string
  reason: ReportReason
  /** Address or id; empty: the case is about the profile. */
  photo: string
  note: string
}

/**
 * Opens a case about a member in the name of an operator, and records it about the member.
 * @throws AppError `request.not_found`, `moderation.image_not_found` at the field `photo`
 */
export async function openCaseAbout(context: AppContext, { operator, memberId, photo: place, ...input }: NewCase) {
  const userId = await userIdOf(context.db, memberId)
  if (userId === undefined) throw new AppError('request.not_found')
  const photo = place === '' ? null : await findPhotoOf(context, { userId, place })
  const { reference } = await withAct(
    context,
    (inside) => openOwnCase(inside, { ...input, actorId: operator.operatorId, userId, photo }),
    (opened) =>
      opened.isNew
        ? {
            operator,
            act: 'case_opened',
            subject: { kind: 'member', id: userId },
            details: { case: opened.reference, reason: input.reason },
          }
        : null,
  )
  return { reference }
}
