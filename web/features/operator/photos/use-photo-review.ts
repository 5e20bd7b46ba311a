import { useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { claimPhotos, decidePhotos } from '#contract/operator/photos/calls.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { isCancelled, useAct } from '#web/features/operator/access/confirmation.tsx'
import { useClaimed } from '#web/features/operator/ui/use-claimed.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

async function claim(options: { signal?: AbortSignal }) {
  const { photos, waiting } = await call(claimPhotos, {}, options)
  return { items: photos, waiting }
}

/** The photos that the operator has claimed, and the decision about several of them. */
export function usePhotoReview() {
  const { query, items: photos, remove } = useClaimed({ endpoint: claimPhotos, claim, refillBelow: 8 })
  const act = useAct()
  const toast = useToast()
  const showError = useErrorToast()
  const t = useTranslations('operator-photos')
  const [failed, setFailed] = useState<{ photoId: string; name: string; error: ErrorCode }[]>([])
  const [isPending, setIsPending] = useState(false)

  /** Returns whether it was decided. */
  async function decide(photoIds: readonly string[], rejection: PhotoRejection | null) {
    if (isPending || photoIds.length === 0) return false
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
      await remove(photoIds)
      return true
    } catch (error) {
      if (!isCancelled(error)) showError(error)
      return false
    } finally {
      setIsPending(false)
    }
  }

  return { query, photos, failed, isPending, decide }
}
