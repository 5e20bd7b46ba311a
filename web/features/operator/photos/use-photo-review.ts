import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getWaiting } from '#contract/operator/moderation/calls.ts'
import { decidePhotos, claimPhotos } from '#contract/operator/photos/calls.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { refilled } from '#web/features/operator/ui/refilled.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Each fetch takes photos, so it happens when the page opens and when its photos are decided. */
const taking = {
  ...apiQuery(claimPhotos, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/** Photos that are left when more are fetched. */
const REFILL_BELOW = 8

/** The photos that the operator has taken, and the decision about several of them. */
export function usePhotoReview() {
  const query = useQuery(taking)
  const act = useAct()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const t = useTranslations('operator-photos')
  const [failed, setFailed] = useState<{ photoId: string; name: string; error: ErrorCode }[]>([])
  const [isPending, setIsPending] = useState(false)
  const photos = query.data?.photos ?? []
  const decided = useRef(new Set<string>())

  /** Fetches more while the last ones are judged. A failure is no loss: the last decision fetches as well. */
  async function refill() {
    const more = await call(claimPhotos, {}).catch(() => null)
    if (!more) return
    client.setQueryData(
      taking.queryKey,
      (cached: ReplyOf<typeof claimPhotos> | undefined) =>
        cached && { ...more, photos: refilled(cached.photos, more.photos, decided.current) },
    )
  }

  async function decide(photoIds: readonly string[], rejection: PhotoRejection | null) {
    if (isPending || photoIds.length === 0) return
    setIsPending(true)
    try {
      const { results } = await act(decidePhotos, { body: { photoIds: [...photoIds], rejection } })
      const nameOf = (id: string) => photos.find((photo) => photo.id === id)?.name ?? ''
      const missed = results.flatMap(({ photoId, error }) =>
        error === null ? [] : [{ photoId, name: nameOf(photoId), error: error as ErrorCode }],
      )
      setFailed(missed)
      const count = results.length - missed.length
      if (count > 0) toast.show({ tone: 'success', title: t('done', { count }) })
      const rest = photos.filter(({ id }) => !photoIds.includes(id))
      client.setQueryData(
        taking.queryKey,
        (cached: ReplyOf<typeof claimPhotos> | undefined) =>
          cached && { photos: rest, waiting: Math.max(rest.length, cached.waiting - results.length) },
      )
      for (const id of photoIds) decided.current.add(id)
      if (rest.length === 0) await query.refetch()
      else if (rest.length <= REFILL_BELOW) void refill()
      await client.invalidateQueries({ queryKey: apiQueryKey(getWaiting) })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'operator.confirmation_required')) showError(error)
    } finally {
      setIsPending(false)
    }
  }

  return { query, photos, failed, isPending, decide }
}
