import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { decidePhotoRequest, listPhotoRequests } from '#contract/profiles/photo-request-calls.ts'
import type { PhotoRequest } from '#contract/profiles/photo-request-schemas.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useRealtimeEvent } from '#web/api/realtime/use-realtime-event.ts'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useNow } from '#web/i18n/now.tsx'
import { ProfileCard } from '#web/features/profiles/form/profile-card.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { pagedQuery } from '#web/api/paged-query.ts'
import { apiQueryKey } from '#web/api/queries.ts'

/** Members who asked for the photos on request, with the owner's answer; nothing without any (PRO-17). */
export function PhotoRequests() {
  const t = useTranslations('photos.requests')
  const client = useQueryClient()
  const query = useSuspenseInfiniteQuery(photoRequestPagesQuery())
  const requests = query.data.pages.flatMap((page) => page.requests)
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(requests.length)
  useRealtimeEvent('photo_access.changed', () => void client.invalidateQueries(photoRequestPagesQuery()))
  if (requests.length === 0 && !query.hasNextPage) return null
  return (
    <ProfileCard>
      <section aria-labelledby="photo-requests">
        <h2 ref={heading} id="photo-requests" tabIndex={-1} className="text-xl font-bold outline-none">
          {t('title')}
        </h2>
        <p className="mt-1 text-sm text-text-muted">{t('text')}</p>
        <ul className="mt-3 flex flex-col gap-3">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestRow request={request} />
            </li>
          ))}
        </ul>
        <NextPage query={query} label={t('more')} className="mt-4" />
      </section>
    </ProfileCard>
  )
}

const memberVariants = 'flex min-w-44 flex-1 items-center gap-3'

function RequestRow({ request: { id, name, photo, state, askedAt, isHidden } }: { request: PhotoRequest }) {
  const t = useTranslations('photos.requests')
  const format = useFormatter()
  const now = useNow()
  const { mutate: decide, isPending } = useDecision(id)
  const isGranted = state === 'granted'
  const member = (
    <>
      <Avatar name={name} src={photo && photoUrl(photo.id, 'thumb')} preview={photo?.preview} isDecorative />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block text-sm text-text-muted">
          {isHidden && t('hidden')}
          {!isHidden &&
            (isGranted
              ? t('granted')
              : t('asked', { when: format.relativeTime(elapsedFrom(new Date(askedAt), now), now) }))}
        </span>
      </span>
    </>
  )
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3">
      {isHidden ? (
        <div className={memberVariants}>{member}</div>
      ) : (
        <Link to={href('/members/:id', { id })} prefetch="intent" className={memberVariants}>
          {member}
        </Link>
      )}
      <div className="flex gap-2">
        {!isGranted && (
          <Button size="sm" aria-label={t('showTo', { name })} disabled={isPending} onClick={() => decide(true)}>
            {t('show')}
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          aria-label={t(isGranted ? 'withdrawFrom' : 'declineTo', { name })}
          disabled={isPending}
          onClick={() => decide(false)}
        >
          {t(isGranted ? 'withdraw' : 'decline')}
        </Button>
      </div>
    </div>
  )
}

function useDecision(profileId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isGranted: boolean) => call(decidePhotoRequest, { params: { profileId }, body: { isGranted } }),
    onSuccess: () => client.invalidateQueries(photoRequestPagesQuery()),
    onError: useErrorToast(),
  })
}

/** The pages of members who asked for the member's photos on request that have been loaded so far. */
export const photoRequestPagesQuery = () =>
  pagedQuery(apiQueryKey(listPhotoRequests), (query, options) => call(listPhotoRequests, { query }, options))
