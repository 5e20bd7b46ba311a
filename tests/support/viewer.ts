import type { Viewer } from '#server/features/accounts/views.ts'
import type { Member } from './builders.ts'

/** A built member as the services know who acts. */
export function viewerOf({ userId, profileId, sessionHash }: Member): Viewer {
  return { userId, profileId, sessionHash, isConfirmed: true, isPremium: false, language: 'en' }
}
