import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { likeProfile, unlikeProfile } from '#contract/likes.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { decisionKey } from './decisions.ts'
import { showMatch } from './match.ts'
import { likesQuery } from './queries.ts'

/** Likes and unlikes one member. The heart changes at once, and back if the server rejects it. */
export function useLike(member: Pick<ProfileCard, 'id' | 'isLiked'>) {
  const client = useQueryClient()
  const showError = useErrorToast()
  const key = decisionKey(member.id)
  const { data: decision } = useQuery<boolean>({ queryKey: key, queryFn: skipToken })
  const isLiked = decision ?? member.isLiked

  // If the heart is pressed again before the reply, only the last reply sets its state.
  const isLast = () => client.isMutating({ mutationKey: key }) === 1
  const { mutate, isPending } = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: (isLike: boolean) => call(isLike ? likeProfile : unlikeProfile, { params: { profileId: member.id } }),
    onMutate: (isLike) => {
      client.setQueryData(key, isLike)
      return isLiked
    },
    onSuccess: (reply, isLike) => {
      if (isLast()) client.setQueryData(key, reply.isLiked)
      if (isLike && reply.isMatch) showMatch(client, reply.profile)
      for (const { queryKey } of [likesQuery(), memberQuery(member.id)]) void client.invalidateQueries({ queryKey })
    },
    onError: (error, _isLike, before) => {
      if (isLast()) client.setQueryData(key, before)
      showError(error)
    },
  })

  return { isLiked, isPending, toggle: () => mutate(!isLiked) }
}
