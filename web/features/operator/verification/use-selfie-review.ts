import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getWaiting } from '#contract/operator/moderation/calls.ts'
import { claimSelfies, decideSelfie } from '#contract/operator/verification/calls.ts'
import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import type { SelfieRejectionReason } from '#contract/profiles/verification.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { refilled } from '#web/features/operator/ui/refilled.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Each fetch takes selfies, so it happens when the page opens and when its selfies are decided. */
const taking = {
  ...apiQuery(claimSelfies, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/** Selfies that are left when more are fetched. */
const REFILL_BELOW = 2

/** Errors after which the selfies are fetched again: of one that is decided, erased, or beside old photos. */
const staleCodes = [
  'profiles.photo_reviewed',
  'profiles.photo_review_taken',
  'profiles.selfie_not_found',
  'profiles.selfie_photos_changed',
]

/** The selfies that the operator has taken, and the decision about one. */
export function useSelfieReview() {
  const query = useQuery(taking)
  const act = useAct()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const t = useTranslations('operator-verification')
  const selfies = query.data?.selfies ?? []
  const decided = useRef(new Set<string>())

  /** Fetches more while the last ones are judged. A failure is no loss: the last decision fetches as well. */
  async function refill() {
    const more = await call(claimSelfies, {}).catch(() => null)
    if (!more) return
    client.setQueryData(
      taking.queryKey,
      (cached: ReplyOf<typeof claimSelfies> | undefined) =>
        cached && { ...more, selfies: refilled(cached.selfies, more.selfies, decided.current) },
    )
  }

  async function decide({ id, name, photos }: WaitingSelfie, rejection: SelfieRejectionReason | null) {
    try {
      const photoIds = photos.map((photo) => photo.id)
      await act(decideSelfie, { params: { verificationId: id }, body: { rejection, photoIds } })
      toast.show({ tone: 'success', title: t(rejection === null ? 'accepted' : 'rejected', { name }) })
      const rest = selfies.filter((selfie) => selfie.id !== id)
      client.setQueryData(
        taking.queryKey,
        (cached: ReplyOf<typeof claimSelfies> | undefined) =>
          cached && { selfies: rest, waiting: Math.max(rest.length, cached.waiting - 1) },
      )
      decided.current.add(id)
      if (rest.length === 0) await query.refetch()
      else if (rest.length <= REFILL_BELOW) void refill()
      await client.invalidateQueries({ queryKey: apiQueryKey(getWaiting) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'operator.confirmation_required') return
      showError(error)
      if (error instanceof ApiError && staleCodes.includes(error.code)) await query.refetch()
    }
  }

  return { query, selfies, decide }
}
