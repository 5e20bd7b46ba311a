import { claimSelfies, decideSelfie } from '#contract/operator/verification/calls.ts'
import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import type { SelfieRejectionReason } from '#contract/profiles/verification.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { isCancelled, useAct } from '#web/features/operator/access/confirmation.tsx'
import { useClaimed } from '#web/features/operator/ui/use-claimed.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Errors after which the selfies are fetched again: of one that is decided, erased, or beside old photos. */
const staleCodes = [
  'profiles.photo_reviewed',
  'profiles.photo_review_taken',
  'profiles.selfie_not_found',
  'profiles.selfie_photos_changed',
]

async function claim(options: { signal?: AbortSignal }) {
  const { selfies, waiting } = await call(claimSelfies, {}, options)
  return { items: selfies, waiting }
}

/** The selfies that the operator has claimed, and the decision about one. */
export function useSelfieReview() {
  const { query, items: selfies, remove } = useClaimed({ endpoint: claimSelfies, claim, refillBelow: 2 })
  const act = useAct()
  const toast = useToast()
  const showError = useErrorToast()
  const t = useTranslations('operator-verification')

  async function decide({ id, name, photos }: WaitingSelfie, rejection: SelfieRejectionReason | null) {
    try {
      const photoIds = photos.map((photo) => photo.id)
      await act(decideSelfie, { params: { verificationId: id }, body: { rejection, photoIds } })
      toast.show({ tone: 'success', title: t(rejection === null ? 'accepted' : 'rejected', { name }) })
      await remove([id])
    } catch (error) {
      if (isCancelled(error)) return
      showError(error)
      if (error instanceof ApiError && staleCodes.includes(error.code)) await query.refetch()
    }
  }

  return { query, selfies, decide }
}
