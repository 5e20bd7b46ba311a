import { useDismissal } from '#web/api/dismissals.ts'
import { useCached } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { useInstallMethod } from './install-offer.ts'

/**
 * Returns how the site can be installed if this is the moment to offer it: the member has a conversation to
 * come back to, and has not answered before (SHELL-27).
 */
export function useInstallAlert() {
  const method = useInstallMethod()
  const { isDismissed } = useDismissal('install')
  const hasConversation = (useCached(chatsQuery())?.chats.length ?? 0) > 0
  return isDismissed || !hasConversation ? null : method
}
