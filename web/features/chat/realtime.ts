import type { QueryClient } from '@tanstack/react-query'
import type { FrameHandlers } from '#web/api/realtime.ts'
import { chatsQuery } from './queries.ts'

export const chatFrames: FrameHandlers = {
  message: (_frame, client) => refetchChats(client),
  'chats.changed': (_frame, client) => refetchChats(client),
  reset: refetchChats,
}

function refetchChats(client: QueryClient) {
  void client.invalidateQueries({ queryKey: chatsQuery().queryKey })
}
