import { skipToken, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { likeProfile, unlikeProfile } from '#contract/likes.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import { showMatch } from './match.ts'
import { likesQuery } from './queries.ts'

/**
 * What the member has decided in this tab about one profile. Cards of the same member stand in many lists; all of them
 * ask here first, so a heart never shows two states.
 */
const decisionKey = (profileId: string) => ['like decision', profileId]

/** Forgets what was decided here, because another device may have decided otherwise since. */
export function forgetDecisions(client: QueryClient) {
  client.removeQueries({ queryKey: ['like decision'], type: 'inactive' })
}

/** The heart of one member: shown at once, taken back if the server refuses. */
export function useLike(member: Pick<ProfileCard, 'id' | 'isLiked'>) {
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const key = decisionKey(member.id)
  const { data: decision } = useQuery<boolean>({ queryKey: key, queryFn: skipToken, gcTime: Infinity })
  const isLiked = decision ?? member.isLiked

  const { mutate, isPending } = useMutation({
    mutationFn: (wish: boolean) => call(wish ? likeProfile : unlikeProfile, { params: { profileId: member.id } }),
    onMutate: (wish) => {
      client.setQueryData(key, wish)
      return isLiked
    },
    onSuccess: (reply, wish) => {
      client.setQueryData(key, reply.isLiked)
      if (wish && reply.isMatch) showMatch(client, reply.profile)
      void client.invalidateQueries({ queryKey: likesQuery().queryKey })
    },
    onError: (error, _wish, before) => {
      client.setQueryData(key, before)
      toast.show({ tone: 'danger', title: errorText(error) })
    },
  })

  return { isLiked, isPending, toggle: () => mutate(!isLiked) }
}
