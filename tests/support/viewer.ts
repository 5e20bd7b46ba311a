import type { Viewer } from '#server/features/accounts/views.ts'
import type { Member } from './builders.ts'

/** Returns a built member as the viewer that services take. */
export function viewerOf({ userId, siteId, profileId, sessionHash }: Member): Viewer {
  return {
    userId,
    siteId,
    profileId,
    sessionHash,
    isConfirmed: true,
    isPremium: false,
    isPaused: false,
    mustAssureAge: false,
    language: 'en',
  }
}
