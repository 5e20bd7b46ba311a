import type { QueryClient } from '@tanstack/react-query'
import { likeLists } from '#contract/likes.ts'
import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { reconcileDecisions } from './decisions.ts'
import { showMatchOnce } from './match.ts'
import { likeListPagesQuery } from './queries.ts'

export const likesHandlers: RealtimeHandlers = {
  like: (_event, client) => refetchLikes(client),
  'likes.changed': (_event, client) => refetchLikes(client),
  match: ({ profile }, client) => {
    showMatchOnce(client, profile)
    void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
    refetchLikes(client)
  },
  reset: refetchLikes,
}

function refetchLikes(client: QueryClient) {
  void reconcileDecisions(client)
  for (const list of likeLists) void client.invalidateQueries({ queryKey: likeListPagesQuery(list).queryKey })
}
