import { noop, type QueryClient } from '@tanstack/react-query'
import { getMember } from '#contract/profiles/calls.ts'
import { wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { MemberPhoto } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { after, hasTransitions } from '#web/ui/navigation/view-transitions.ts'

/** What the photo is called while it opens, in theme.css. */
const NAME = 'opened-photo'
/** How long the photo may load before it opens with its preview. */
const LONGEST_WAIT_MS = 800

interface Unlocked {
  memberId: string
  photoId: string
  /** Shows the photo: locked before, open afterwards. */
  box: HTMLElement | null
}

/** Fetches a profile again after one of its photos was unlocked, which then opens from its middle. */
export async function showUnlocked(client: QueryClient, { memberId, photoId, box }: Unlocked) {
  const query = memberQuery(memberId)
  const reply = box && hasTransitions() && (await call(getMember, { params: { profileId: memberId } }).catch(noop))
  if (!box || !reply) return client.invalidateQueries(query)
  const photo = reply.member.photos.find(({ id }) => id === photoId)
  if (photo) await Promise.race([loaded(photo), after(LONGEST_WAIT_MS)])
  box.style.viewTransitionName = NAME
  const { finished } = document.startViewTransition(async () => {
    client.setQueryData(query.queryKey, reply)
    // The cache reports a change in a task of its own, which comes first.
    await after(0)
  })
  await finished.finally(() => {
    box.style.viewTransitionName = ''
  })
}

/** Loads the size of a photo that a screen of this width shows. */
async function loaded(photo: MemberPhoto) {
  const image = new Image()
  image.sizes = '100vw'
  image.srcset = wholeSrcSet(photo)
  await image.decode().catch(noop)
}
