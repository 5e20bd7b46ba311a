import { PHOTO_CROPPED_WIDTHS_PX, PHOTO_LONGEST_SIDES_PX } from '#contract/limits.ts'

/**
 * `thumb` and `tile` are cropped to 3:4, `medium` and `large` keep the ratio, `locked` is blurred (PRO-7).
 */
export const photoSizes = ['thumb', 'tile', 'medium', 'large', 'locked'] as const
export type PhotoSize = (typeof photoSizes)[number]

/**
 * Returns the address of a photo. The server checks at every fetch what this viewer may see (PRO-8), and
 * sends the browser's best format.
 */
export function photoUrl(photoId: string, size: PhotoSize) {
  return `/photos/${photoId}/${size}`
}

/** Returns the address of the image that link previews show of a member: the main photo with name and age. */
export function memberImagePath(profileId: string) {
  return `/share/members/${profileId}.jpg`
}

/** Returns the address of a photo in a conversation, for its two members while they can read the message. */
export function chatPhotoUrl(photoId: string, size: PhotoSize) {
  return `/chat-photos/${photoId}/${size}`
}

/** Returns the `srcset` of a photo cropped to 3:4. */
export function croppedSrcSet(photoId: string) {
  const { thumb, tile } = PHOTO_CROPPED_WIDTHS_PX
  return `${photoUrl(photoId, 'thumb')} ${thumb}w, ${photoUrl(photoId, 'tile')} ${tile}w`
}

/** Returns the `srcset` of a whole photo. `width` and `height` are those of its `large` size. */
export function wholeSrcSet({ id, width, height }: { id: string; width: number; height: number }) {
  const scale = Math.min(1, PHOTO_LONGEST_SIDES_PX.medium / Math.max(width, height))
  return `${photoUrl(id, 'medium')} ${Math.round(width * scale)}w, ${photoUrl(id, 'large')} ${width}w`
}
