import type { OwnPhoto } from '#contract/profiles.ts'

/**
 * What a member can do with an own photo. The main photo is seen by everyone who may see the profile (PRO-5), so a private
 * photo cannot become the main one, and the main one cannot become private.
 */
export function ownPhotoActions({ isMain, visibility }: Pick<OwnPhoto, 'isMain' | 'visibility'>) {
  return {
    canBecomeMain: !isMain && visibility === 'public',
    canChangeVisibility: !isMain,
    otherVisibility: visibility === 'public' ? 'private' : 'public',
  } as const
}
