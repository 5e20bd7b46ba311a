import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import type { SelfieRejectionReason } from '#contract/profiles/verification.ts'
import type { AppContext } from '#server/context.ts'
import { ageOn, todayIn } from '#server/features/profiles/rules.ts'
import * as verification from '#server/features/profiles/verification-review.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { withAct } from '../audit/with-act.ts'

/** Takes the selfies that an operator reviews next, and records that they were seen. */
export async function claimSelfies(context: AppContext, { operator }: { operator: RequestOperator }) {
  const rows = await withAct(
    context,
    (inside) => verification.claimSelfies(inside, { actorId: operator.operatorId }),
    (taken) => ({
      operator,
      act: 'selfies_seen',
      members: taken.map(({ userId }) => userId),
      details: { selfies: taken.length },
    }),
  )
  const { count } = await verification.selfiesToReview(context)
  const today = todayIn(context.clock.now())
  const selfies = rows.map(({ publicId, userId: _userId, sentAt, birthDate, ...row }): WaitingSelfie => {
    return { ...row, id: publicId, sentAt: sentAt.toISOString(), age: ageOn(today, birthDate) }
  })
  return { selfies, waiting: count }
}

interface Decision {
  operator: RequestOperator
  verificationId: string
  rejection: SelfieRejectionReason | null
  photoIds: string[]
}

/** Decides about a selfie. A decision that is sent again changes nothing and is not recorded. */
export async function decideSelfie(context: AppContext, { operator, rejection, ...decision }: Decision) {
  await withAct(
    context,
    (inside) => verification.decideSelfie(inside, { ...decision, rejection, actorId: operator.operatorId }),
    ({ isNew, userId }) => {
      if (!isNew) return null
      const act = rejection === null ? ('photos_verified' as const) : ('selfie_rejected' as const)
      return { operator, act, subject: { kind: 'member', id: userId }, details: { rejection } }
    },
  )
}
