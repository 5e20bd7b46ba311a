import type { QueryClient } from '@tanstack/react-query'
import { likeProfile, unlikeProfile } from '#contract/likes/calls.ts'
import type { LikeReply } from '#contract/likes/schemas.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
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

export interface ToggleOptions {
  /** Called when the server has a new like that made no match, which is announced itself. */
  showLiked?: () => void
  /** Takes the like back, also where that was done meanwhile; it never gives one. */
  isUndo?: boolean
}

/** Likes or unlikes one member. Asks first where it would end a match (LIKE-6). */
export function toggleLike(deps: ToggleDeps & ToggleOptions, member: Likeable) {
  const isLiked = deps.isUndo || (readDecision(deps.client, member.id) ?? member.isLiked)
  if (isLiked && endsMatch(deps.client, member)) askUnmatch(deps.client, member)
  else sendLike(deps, member, !isLiked)
}

/** Whether the server has a like for a member, as far as it is known, while decisions are being sent. */
const stored = new WeakMap<QueryClient, Map<string, boolean>>()

/**
 * Sends a like, or withdraws it. The heart changes at once, and back if the server rejects it. Quick presses
 * are sent in order, and only the last reply sets the heart.
 */
export function sendLike(
  { client, showError, showLiked }: ToggleDeps & Pick<ToggleOptions, 'showLiked'>,
  member: Pick<Likeable, 'id' | 'isLiked'>,
  isLike: boolean,
) {
  const profileId = member.id
  const key = decisionKey(profileId)
  const answers = stored.get(client) ?? new Map<string, boolean>()
  stored.set(client, answers)
  // What another press has decided is not known to the server yet, and may be rejected too.
  if (client.isMutating({ mutationKey: key }) === 0)
    answers.set(profileId, readDecision(client, profileId) ?? member.isLiked)
  const isLast = () => client.isMutating({ mutationKey: key }) === 1
  const mutation = client.getMutationCache().build(client, {
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: (isLiking: boolean) => call(isLiking ? likeProfile : unlikeProfile, { params: { profileId } }),
    onMutate: (isLiking) => decide(client, { profileId, isLiked: isLiking }),
    onSuccess: (reply) => {
      answers.set(profileId, reply.isLiked)
      if (isLast()) decide(client, { profileId, isLiked: reply.isLiked })
      applyReply(client, reply)
      if (reply.isNewMatch) announceMatch(client, reply.profile)
      else if (reply.isLiked && isLast()) showLiked?.()
    },
    onError: (error) => {
      if (isLast()) decide(client, { profileId, isLiked: answers.get(profileId) ?? member.isLiked })
      showError(error)
    },
  })
  if (isLike) vibrate()
  // `onError` has shown it.
  mutation.execute(isLike).catch(() => {})
}

/** The answer of the device to a press, where it has one. Without a press the browser reports an error. */
function vibrate() {
  if (navigator.userActivation?.isActive) navigator.vibrate?.(10)
}

/** A like that was answered has been seen; whether it exists is known only where both like each other. */
function applyReply(client: QueryClient, { isLiked, isMatch, profile: { id } }: LikeReply) {
  const cachedState = stateIn(client.getQueryData(likesQuery().queryKey), id)
  patchLikes(client, [
    { ...cachedState, isLiked, likesMe: isMatch || cachedState.likesMe, isNew: cachedState.isNew && !isLiked },
  ])
  expireLists(client, { refetches: false })
}
