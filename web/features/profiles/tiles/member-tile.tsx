import ImageOff from 'lucide-react/icons/image-off'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { croppedSrcSet, photoUrl } from '#contract/profiles/photo-urls.ts'
import type { Photo, ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from './fictional-label.tsx'

const tileSizes = '(min-width: 1200px) 200px, (min-width: 768px) 24vw, (min-width: 576px) 32vw, 48vw'

/** What the hearts of a list show and do; the slice of likes provides it. */
export interface Hearts {
  isLiked: (member: ProfileCard) => boolean
  labelOf: (member: ProfileCard) => string
  toggle: (member: ProfileCard) => void
}

export interface TileTexts {
  online: string
  verified: string
  noPhoto: (name: string) => string
  photoOf: (name: string) => string
  lockedPhotoOf: (name: string) => string
}

export interface TileOptions {
  texts: TileTexts
  heading: 'h2' | 'h3'
  isUrgent: boolean
  hearts: Pick<Hearts, 'isLiked' | 'labelOf'> | null
  badge: ReactNode
  /** Why the member is shown. */
  reason?: string | undefined
  hasFailed: boolean
}

/** A member as a tile: a plain function without hooks, because a list has many. */
export function tileOf(member: ProfileCard, options: TileOptions) {
  const { texts, heading: Heading, hearts, badge, reason } = options
  return (
    <article className="tile">
      {photoOf(member, options)}
      <div className="tile-text">
        <Heading>
          <a href={href('/members/:id', { id: member.id })}>{`${member.name}, ${member.age}`}</a>
          {member.isVerified && (
            <span className="verified">
              <span className="sr-only">{texts.verified}</span>
            </span>
          )}
          {member.isOnline && (
            <span className="tile-dot">
              <span className="sr-only">{texts.online}</span>
            </span>
          )}
        </Heading>
        <p>{member.city ?? member.region}</p>
        {reason && <p className="tile-reason">{reason}</p>}
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
