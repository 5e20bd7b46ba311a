import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A profile was created, in the transaction of the sign-up. */
export const profileCreated = defineEvent<{ userId: number }>('profile.created')
/** A member changed fields of the profile. */
export const profileUpdated = defineEvent<{ userId: number }>('profile.updated')
/** A member has another name or main photo, so that others see another card. */
export const cardChanged = defineEvent<{ userId: number }>('profile.card_changed')
/**
 * A member turned invisible or privacy mode on or off, so that others see another card. Not published for a
 * paused account. `isInvisibleChanged`: it was invisible mode.
 */
export const modesChanged = defineEvent<{ userId: number; isInvisibleChanged: boolean }>('profile.modes_changed')
export const photoAdded = defineEvent<{ userId: number; photoId: number }>('photo.added')
/** A member uploaded an image that another member had who was banned. */
export const bannedPhotoAdded = defineEvent<{ userId: number; photoId: number; caseId: number }>('photo.banned_added')
/** An operator decided about a photo. `pending`: a decision was reversed, and its review comes now. */
export const photoReviewed = defineEvent<{ userId: number; photoId: number; status: OwnPhoto['status'] }>(
  'photo.reviewed',
)
/** A member's photos are verified, or are not any more, or a selfie was decided about or erased. */
export const verificationChanged = defineEvent<{ userId: number }>('profile.verification_changed')
/** A request for photos has reached their owner: at once, or with the confirmation of who asked. */
export const photosRequested = defineEvent<{ ownerId: number; memberId: number }>('photos.requested')
/** The owner granted the photos on request to a member, or ended that. */
export const photoRequestDecided = defineEvent<{ ownerId: number; memberId: number; isGranted: boolean }>(
  'photo_request.decided',
)
export const photoRemoved = defineEvent<{ userId: number; photoId: number }>('photo.removed')
