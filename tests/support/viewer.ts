import type { Viewer } from '#server/platform/http/routes.ts'
import type { Member } from './builders.ts'

/** A built member as the services know who acts. */
export function viewerOf({ userId, profileId, sessionHash }: Member): Viewer {
  return { userId, profileId, sessionHash, isConfirmed: true, isPremium: false, language: 'en' }
}
