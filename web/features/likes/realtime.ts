import type { QueryClient } from '@tanstack/react-query'
import type { FrameHandlers } from '#web/api/realtime.ts'
import { likesQuery } from './queries.ts'

export const likesFrames: FrameHandlers = {
  like: (_frame, client) => refetchLikes(client),
  'likes.changed': (_frame, client) => refetchLikes(client),
  reset: refetchLikes,
}

function refetchLikes(client: QueryClient) {
  void client.invalidateQueries({ queryKey: likesQuery().queryKey })
}
