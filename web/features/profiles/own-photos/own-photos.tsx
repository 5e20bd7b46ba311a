import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import type { OwnProfile, OwnPhoto } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { PhotoCaption } from '#web/features/profiles/story/photo-caption.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { cx } from '#web/ui/cx.ts'
import { OwnPhotoCard } from './own-photo-card.tsx'
import { PhotoDrafts } from './photo-drafts.tsx'
import { PremiumLink } from '#web/features/profiles/photos/premium-link.tsx'
import { moved, placeAfterKey } from './photo-order.ts'
import { useOrderPhotos } from './use-own-photos.ts'

interface Props {
  profile: OwnProfile
  /** Stands beside the heading. */
  action: ReactNode
  /** Called with whether photos are chosen that are not sent yet. */
  onUnsentChange: (hasUnsent: boolean) => void
}

/** The member's own photos: their order, who sees them, and a field to add more. */
export function OwnPhotos({ profile, action, onUnsentChange }: Props) {
  const t = useTranslations('photos')
  const profiles = useTranslations('profiles')
  const { photos, photoLimit } = profile
  const { shown, dragged, announcement, handleOf } = usePhotoOrder(photos, (place) => t('moved', place))

  const heading = useFocusAfterRemoval<HTMLHeadingElement>(photos.length)

  return (
    <section aria-labelledby="photos" className="@container flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <div className="flex grow flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} id="photos" tabIndex={-1} className="text-xl font-bold outline-none">
            {t('title')}
          </h2>
          <p className="text-sm text-text-muted tabular-nums">
            {t('count', { count: photos.length, limit: photoLimit })}
          </p>
        </div>
        {action}
      </div>
      {photos.length === 0 && <p className="text-text-muted">{t('empty')}</p>}
      {photos.some(({ isHidden }) => isHidden) && (
        <Alert actions={<PremiumLink />}>{t('hiddenHelp', { limit: FREE_PHOTOS })}</Alert>
      )}
      {photos.length > 0 && (
        <ul className={cx(gridVariants, photos.length > MANY && '@min-[28rem]:grid-cols-4')}>
          {shown.map((photo, index) => (
            <li
              key={photo.id}
              {...{ [PHOTO_ATTRIBUTE]: photo.id }}
              className={cx(dragged === photo.id && 'opacity-70', photo.isMain && mainVariants)}
            >
              <OwnPhotoCard
                photo={photo}
                name={profile.name}
                number={index + 1}
                count={shown.length}
                handle={handleOf(photo.id)}
                caption={photo.isMain && <OwnCaption profile={profile} />}
              />
            </li>
          ))}
        </ul>
      )}
      {photos.length > 1 && <p className="text-sm text-text-muted">{t('orderHelp')}</p>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <PhotoDrafts count={photos.length} limit={photoLimit} onUnsentChange={onUnsentChange} />
      {photos.length === photoLimit && photoLimit < PREMIUM_PHOTOS && (
        <p className="text-sm text-text-muted">
          {profiles('lock.premium')} {t('premium', { limit: PREMIUM_PHOTOS })}
          {' · '}
          <Link to={href('/premium')} className="target font-semibold text-accent-text underline">
            {profiles('lock.premiumLink')}
          </Link>
        </p>
      )}
    </section>
  )
}

/** What lies on the main photo, as on the page that others see. */
function OwnCaption({ profile }: Pick<Props, 'profile'>) {
  const { name, birthDate, gender, city, region, intention } = profile
  const age = ageAt(birthDate, useNow())
  return <PhotoCaption name={name} age={age} place={city || region} gender={gender} intention={intention} />
}

/** With more photos than this there are more columns. */
const MANY = 8

const gridVariants = 'grid grid-cols-2 gap-3 @min-[21rem]:grid-cols-3'

/** The main photo is as wide as a phone; on wider screens it has two columns and two rows. */
const mainVariants = 'col-span-full max-sm:@max-[28rem]:-mx-4 @min-[28rem]:col-span-2 @min-[28rem]:row-span-2'

/** Marks the element of a photo, so that a drag finds the one under the pointer. */
const PHOTO_ATTRIBUTE = 'data-photo'

/**
 * Moves photos by a handle: by dragging it with mouse, finger or pen, or with the arrow keys. The main photo
 * stays first. `announcement`: where the last photo went, for screen readers.
 */
function usePhotoOrder(photos: OwnPhoto[], describe: (place: { number: number; count: number }) => string) {
  const { mutate: save } = useOrderPhotos()
  const [order, setOrder] = useState<string[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The order of the drag: a quick hand lets go before its last move is rendered. */
  const latest = useRef<string[] | null>(null)
  const held = useRef<{ handle: HTMLElement; pointerId: number } | null>(null)

  // A card that moves in the document loses the pointer, and its handle would not get the release.
  useLayoutEffect(() => {
    if (order && held.current) held.current.handle.setPointerCapture(held.current.pointerId)
  }, [order])

  const ordered = order ? sorted(photos, order) : photos
  const first = ordered[0]?.isMain ? 1 : 0

  function moveTo(photoId: string, to: number) {
    const ids = ordered.map(({ id }) => id)
    const place = Math.max(first, Math.min(to, ids.length - 1))
    const next = moved(ids, { from: ids.indexOf(photoId), to: place })
    setOrder(next)
    latest.current = next
    setAnnouncement(describe({ number: place + 1, count: ids.length }))
    return next
  }
  const finish = (ids: string[]) => save(ids, { onSettled: () => setOrder(null) })

  const handleOf = (photoId: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      latest.current = null
      held.current = { handle: event.currentTarget, pointerId: event.pointerId }
      setDragged(photoId)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (dragged !== photoId) return
      const under = document.elementFromPoint(clientX, clientY)?.closest(`[${PHOTO_ATTRIBUTE}]`)
      const to = ordered.findIndex(({ id }) => id === under?.getAttribute(PHOTO_ATTRIBUTE))
      if (to >= first && ordered[to]?.id !== photoId) moveTo(photoId, to)
    },
    onPointerUp() {
      held.current = null
      setDragged(null)
      if (latest.current) finish(latest.current)
      latest.current = null
    },
    onPointerCancel() {
      latest.current = null
      held.current = null
      setDragged(null)
      setOrder(null)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const list = event.currentTarget.closest('ul')
      if (!list) return
      const to = placeAfterKey(event.key, {
        place: ordered.findIndex(({ id }) => id === photoId),
        boxes: [...list.children].map((card) => card.getBoundingClientRect()),
        isRightToLeft: getComputedStyle(list).direction === 'rtl',
      })
      if (to === null) return
      event.preventDefault()
      finish(moveTo(photoId, to))
    },
  })

  return { shown: ordered, dragged, announcement, handleOf }
}

/** Photos that the order does not name yet, such as new ones, come last. */
function sorted(photos: OwnPhoto[], order: string[]) {
  const placeOf = ({ id }: OwnPhoto) => (order.includes(id) ? order.indexOf(id) : order.length)
  return photos.toSorted((a, b) => placeOf(a) - placeOf(b))
}
