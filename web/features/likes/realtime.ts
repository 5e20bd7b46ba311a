import type { QueryClient } from '@tanstack/react-query'
import type { FrameHandlers } from '#web/api/realtime.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { showMatch } from './match.ts'
import { likeListPagesQuery, likesQuery } from './queries.ts'
import { forgetDecisions } from './use-like.ts'

export const likesFrames: FrameHandlers = {
  like: (_frame, client) => refetchLikes(client),
  'likes.changed': (_frame, client) => refetchLikes(client),
  match: ({ profile }, client) => {
    showMatch(client, profile)
    void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
    refetchLikes(client)
  },
  reset: refetchLikes,
}

function refetchLikes(client: QueryClient) {
  forgetDecisions(client)
  void client.invalidateQueries({ queryKey: likesQuery().queryKey })
  for (const list of ['received', 'sent', 'matches'] as const) {
    void client.invalidateQueries({ queryKey: likeListPagesQuery(list).queryKey })
  }
}
