import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { markLikesSeen } from '#contract/likes/calls.ts'
import { call } from '#web/api/call.ts'
import { useIsVisible } from '#web/ui/hooks/use-is-visible.ts'
import { patchLikes, stateIn } from './likes-cache.ts'
import { likesQuery } from './queries.ts'

/**
 * Reports to the server that these new likes were seen, once they are on a visible page (LIKE-3). Returns the
 * ids that were new in this visit: they stay marked until the page is left.
 */
export function useSeeLikes(newIds: readonly string[]) {
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useMutation({
    mutationFn: (profiles: string[]) => call(markLikesSeen, { body: { profiles } }),
    onMutate: (profiles) => setSeen((known) => new Set([...known, ...profiles])),
    onSuccess: ({ num_new }, profiles) => {
      const likes = client.getQueryData(likesQuery().queryKey)
      const states = profiles.map((id) => ({ ...stateIn(likes, id), likesMe: true, isNew: false }))
      patchLikes(client, states, num_new)
    },
  })
  const unseen = newIds.filter((id) => !seen.has(id)).join(' ')
  useEffect(() => {
    if (!isVisible || unseen === '') return
    mutate(unseen.split(' '))
  }, [isVisible, unseen, mutate])
  return seen
}
