import { createContext, use } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import type { Reaction } from '#contract/gifts.ts'
import type { OutgoingMessage } from './outbox.ts'

/** What the parts of a feed need of the conversation around them. */
interface FeedContextValue {
  conversation: Conversation
  ownId: string
  /** The loaded messages by their numbers, for quotes. */
  bySeq: ReadonlyMap<number, Message>
  /** Numbers of the partner's messages that came before the viewer wrote anything. */
  beforeReply: ReadonlySet<number>
  /** The message whose menu is in the tab order; the arrow keys lead to the others. */
  tabSeq: number | undefined
  onReply: (message: Message) => void
  onReact: (message: Message, reaction: Reaction | null) => void
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
  onOpenPhoto: (message: Extract<Message, { kind: 'photo' }>) => void
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

export const FeedContext = createContext<FeedContextValue | null>(null)

/** @throws Error outside of a feed */
export function useFeed() {
  const feed = use(FeedContext)
  if (!feed) throw new Error('a part of a feed is outside of it')
  return feed
}
