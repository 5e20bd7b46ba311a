import { useState } from 'react'
import type { OpenConversation } from './conversation-merge.ts'
import { newFromPartner } from './new-messages.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'

/** Reads out to screen readers what the partner writes while the conversation is open, and no history. */
export function Announcer({ open: { conversation, messages }, ownId }: { open: OpenConversation; ownId: string }) {
  const summary = useMessageSummary()
  const [afterSeq] = useState(conversation.lastSeq)
  const latest = newFromPartner(messages, { afterSeq, ownId }).at(-1)
  return (
    <p role="status" className="sr-only">
      {/* An element of its own for each message, so that the same text twice is read twice. */}
      {latest && <span key={latest.seq}>{`${conversation.profile.name}: ${summary(latest)}`}</span>}
    </p>
  )
}
