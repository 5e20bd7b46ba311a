import { ImageOff, LockKeyhole } from 'lucide-react'
import { Fragment, useState, type ReactNode, type SyntheticEvent } from 'react'
import { href, PrefetchPageLinks } from 'react-router'
import { useTranslations } from 'use-intl'
import { croppedSrcSet, photoUrl } from '#contract/photo-urls.ts'
import type { Photo, ProfileCard } from '#contract/profiles.ts'
import { nameIn } from '#web/i18n/name-in.ts'
import { FictionalLabel } from './fictional-label.tsx'
import { useTileEvents } from './use-tile-events.ts'

/** Two columns on a phone, and as many as fit on wider screens. */
export const tileGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] md:gap-4'
const tileSizes = '(min-width: 1200px) 220px, (min-width: 768px) 24vw, (min-width: 576px) 32vw, 48vw'

/** What the hearts of a list show and do; the slice of likes provides it. */
export interface Hearts {
  isLiked: (member: ProfileCard) => boolean
  labelOf: (member: ProfileCard) => string
  toggle: (member: ProfileCard) => void
}

interface Props<Member extends ProfileCard> {
  members: readonly Member[]
  /** Default `h2`; `h3` where the tiles have a heading of their own. */
  heading?: 'h2' | 'h3'
  /** How many tiles most screens show without scrolling: their photos are loaded at once. */
  urgentCount?: number
  /** The heart in the upper end corner; null for visitors. */
  hearts: Hearts | null
  /** Shown in the upper start corner. */
  badgeOf?: (member: Member) => ReactNode
  /** Shown below the tile. */
  noteOf?: (member: Member) => string
  /** A tile that is no member, shown after one, counted from 0. */
  extraAfter?: (index: number) => ReactNode
}

/**
 * Members as tiles: main photo, name, age and place. A whole tile opens the profile. A page of the search has 24, so the
 * list has one set of event handlers for all of them and a tile is a plain function without hooks; its classes are short
 * and its heart comes from theme.css.
 */
export function MemberTiles<Member extends ProfileCard>({
  members,
  heading = 'h2',
  urgentCount = 0,
  hearts,
  badgeOf,
  noteOf,
  extraAfter,
}: Props<Member>) {
  const t = useTranslations('profiles.tile')
  const [failedPhotos, setFailedPhotos] = useState<ReadonlySet<string>>(new Set())
  const { intended, ...handlers } = useTileEvents(members, hearts)

  function markFailed({ target }: SyntheticEvent) {
    const photoId = target instanceof HTMLImageElement ? target.dataset['photo'] : undefined
    if (photoId !== undefined) setFailedPhotos((failed) => new Set(failed).add(photoId))
  }
  const texts: TileTexts = {
    online: t('online'),
    noPhoto: nameIn((name) => t('noPhoto', { name })),
    photoOf: nameIn((name) => t('photoOf', { name })),
    lockedPhotoOf: nameIn((name) => t('lockedPhotoOf', { name })),
  }

  return (
    <ul className={tileGrid} {...handlers} onErrorCapture={markFailed}>
      {members.map((member, index) => {
        const extra = extraAfter?.(index)
        const item = (
          <li key={member.id}>
            {tileOf(member, {
              texts,
              heading,
              isUrgent: index < urgentCount,
              hearts,
              badge: badgeOf?.(member),
              hasFailed: member.photo !== null && failedPhotos.has(member.photo.id),
            })}
            {noteOf && <p className="mt-1.5 text-sm text-text-muted">{noteOf(member)}</p>}
          </li>
        )
        if (!extra) return item
        return (
          <Fragment key={member.id}>
            {item}
            <li>{extra}</li>
          </Fragment>
        )
      })}
      {intended !== null && <PrefetchPageLinks page={intended} />}
    </ul>
  )
}

interface TileTexts {
  online: string
  noPhoto: (name: string) => string
  photoOf: (name: string) => string
  lockedPhotoOf: (name: string) => string
}

interface TileOptions {
  texts: TileTexts
  heading: 'h2' | 'h3'
  isUrgent: boolean
  hearts: Hearts | null
  badge: ReactNode
  hasFailed: boolean
}

function tileOf(member: ProfileCard, options: TileOptions) {
  const { texts, heading: Heading, hearts, badge } = options
  return (
    <article className="tile">
      {photoOf(member, options)}
      <div className="tile-text">
        <Heading>
          <a href={href('/members/:id', { id: member.id })}>{`${member.name}, ${member.age}`}</a>
          {member.isOnline && (
            <span className="tile-dot">
              <span className="sr-only">{texts.online}</span>
            </span>
          )}
        </Heading>
        <p>{member.city ?? member.region}</p>
      </div>
      {(badge || member.isFictional) && (
        <div className="tile-badges">
          {badge}
          <FictionalLabel member={member} />
        </div>
      )}
      {hearts && (
        <button
          type="button"
          className="heart"
          value={member.id}
          aria-pressed={hearts.isLiked(member)}
          aria-label={hearts.labelOf(member)}
        />
      )}
    </article>
  )
}

/** A member's main photo at 3:4, or their initial if there is none. */
function photoOf({ name, photo }: ProfileCard, options: TileOptions) {
  const { texts, hasFailed, isUrgent } = options
  if (!photo) {
    return (
      <div role="img" aria-label={texts.noPhoto(name)} className="tile-photo tile-initial">
        <span aria-hidden>{[...name][0]}</span>
      </div>
    )
  }
  const alt = photo.isLocked ? texts.lockedPhotoOf(name) : texts.photoOf(name)
  if (hasFailed) {
    return (
      <div role="img" aria-label={alt} className="tile-photo tile-icon">
        <ImageOff aria-hidden />
      </div>
    )
  }
  const image = (
    <img
      src={photoUrl(photo.id, photo.isLocked ? 'locked' : 'tile')}
      {...(!photo.isLocked && { srcSet: croppedSrcSet(photo.id), sizes: tileSizes })}
      width={3}
      height={4}
      alt={alt}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : undefined}
      decoding="async"
      draggable={false}
      data-photo={photo.id}
      className="tile-photo"
      style={previewOf(photo)}
    />
  )
  if (!photo.isLocked) return image
  return (
    <>
      {image}
      <span className="tile-icon">
        <LockKeyhole aria-hidden />
      </span>
    </>
  )
}

/** Shown until the photo is loaded. Without quotes, which would be escaped in an attribute. */
function previewOf({ preview }: Photo) {
  return { backgroundImage: `url(${preview})` }
}
