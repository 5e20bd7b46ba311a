import type { QueryClient } from '@tanstack/react-query'
import { likeProfile, unlikeProfile, type LikeReply } from '#contract/likes.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { decide, decisionKey, readDecision } from './decisions.ts'
import { expireLists, patchLikes, stateIn } from './likes-cache.ts'
import { announceMatch } from './matches.ts'
import { likesQuery } from './queries.ts'
import { askUnmatch, endsMatch } from './unmatch.ts'

export type Likeable = Pick<ProfileCard, 'id' | 'name' | 'isLiked' | 'isMatch'>

interface ToggleDeps {
  client: QueryClient
  showError: (error: unknown) => void
}

/** Likes or unlikes one member. Asks first where it would end a match (LIKE-6). */
export function toggleLike(deps: ToggleDeps, member: Likeable) {
  const isLiked = readDecision(deps.client, member.id) ?? member.isLiked
  if (isLiked && endsMatch(deps.client, member)) askUnmatch(deps.client, member)
  else sendLike(deps, member, !isLiked)
}

/**
 * Sends a like, or takes it back. The heart changes at once, and back if the server rejects it. Presses in quick succession
 * are sent one after another, and only the reply to the last of them sets the heart.
 */
export function sendLike({ client, showError }: ToggleDeps, member: Pick<Likeable, 'id' | 'isLiked'>, isLike: boolean) {
  const profileId = member.id
  const key = decisionKey(profileId)
  const before = readDecision(client, profileId) ?? member.isLiked
  const isLast = () => client.isMutating({ mutationKey: key }) === 1
  const mutation = client.getMutationCache().build(client, {
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: (isLiking: boolean) => call(isLiking ? likeProfile : unlikeProfile, { params: { profileId } }),
    onMutate: (isLiking) => decide(client, { profileId, isLiked: isLiking }),
    onSuccess: (reply) => {
      if (isLast()) decide(client, { profileId, isLiked: reply.isLiked })
      applyReply(client, reply)
      if (reply.isNewMatch) announceMatch(client, reply.profile)
    },
    onError: (error) => {
      if (isLast()) decide(client, { profileId, isLiked: before })
      showError(error)
    },
  })
  // `onError` has shown it.
  mutation.execute(isLike).catch(() => {})
}

/** A like that was answered has been seen; whether it exists is known only where both like each other. */
function applyReply(client: QueryClient, { isLiked, isMatch, profile: { id } }: LikeReply) {
  const known = stateIn(client.getQueryData(likesQuery().queryKey), id)
  patchLikes(client, [{ ...known, isLiked, likesMe: isMatch || known.likesMe, isNew: known.isNew && !isLiked }])
  expireLists(client, { refetches: false })
}
