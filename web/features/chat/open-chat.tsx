import { useUser } from '#web/features/accounts/use-user.ts'
import { ChatPanes } from './chat-panes.tsx'
import type { OpenConversation } from './conversation-merge.ts'
import { ConversationPane } from './conversation-pane.tsx'

/** The conversation list with one conversation open. */
export function OpenChat({ open }: { open: OpenConversation }) {
  const user = useUser()
  if (!user) return null
  return (
    <ChatPanes hasConversation>
      <ConversationPane key={open.conversation.profile.id} open={open} user={user} />
    </ChatPanes>
  )
}
