import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'

/** Returns what a toast shows of a member; of a locked photo nothing. */
export function faceOf({ name, photo }: Pick<ProfileCard, 'name' | 'photo'>) {
  const visible = photo && !photo.isLocked ? photo : null
  return { name, src: visible ? photoUrl(visible.id, 'thumb') : undefined, preview: visible?.preview }
}
