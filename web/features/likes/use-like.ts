import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { likeProfile, unlikeProfile } from '#contract/likes.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { decisionKey } from './decisions.ts'
import { showMatch } from './match.ts'
import { likesQuery } from './queries.ts'

/** The heart of one member: shown at once, taken back if the server refuses. */
export function useLike(member: Pick<ProfileCard, 'id' | 'isLiked'>) {
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const key = decisionKey(member.id)
  const { data: decision } = useQuery<boolean>({ queryKey: key, queryFn: skipToken })
  const isLiked = decision ?? member.isLiked

  // A second press before the first is answered: the last one counts.
  const isLast = () => client.isMutating({ mutationKey: key }) === 1
  const { mutate, isPending } = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: (wish: boolean) => call(wish ? likeProfile : unlikeProfile, { params: { profileId: member.id } }),
    onMutate: (wish) => {
      client.setQueryData(key, wish)
      return isLiked
    },
    onSuccess: (reply, wish) => {
      if (isLast()) client.setQueryData(key, reply.isLiked)
      if (wish && reply.isMatch) showMatch(client, reply.profile)
      for (const { queryKey } of [likesQuery(), memberQuery(member.id)]) void client.invalidateQueries({ queryKey })
    },
    onError: (error, _wish, before) => {
      if (isLast()) client.setQueryData(key, before)
      toast.show({ tone: 'danger', title: errorText(error) })
    },
  })

  return { isLiked, isPending, toggle: () => mutate(!isLiked) }
}
