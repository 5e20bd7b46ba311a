import { createContext, use } from 'react'
import type { ChatPartner, Conversation, DateAnswer, Message } from '#contract/chat/schemas.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'

/**
 * What the parts of a feed need of the conversation. Every message renders again when it changes, so it has
 * nothing that changes often, such as positions, presence and messages.
 */
interface FeedContextValue {
  /** Whether they are online is of an earlier moment. */
  partner: ChatPartner
  ownId: string
  rejection: Conversation['rejection']
  coversExplicit: boolean
  onReply: (message: Message) => void
  onReact: (message: Message, reaction: Reaction | null) => void
  onAnswer: (message: Extract<Message, { kind: 'date' }>, answer: DateAnswer) => void
  /** Opens the suggestion of another day for the same date. */
  onSuggestDate: (message: Extract<Message, { kind: 'date' }>) => void
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
  onOpenPhoto: (message: Extract<Message, { kind: 'photo' }>, thumbnail: HTMLElement) => void
  onRetry: (message: OutboxMessage) => void
  onDiscard: (message: OutboxMessage) => void
}

export const FeedContext = createContext<FeedContextValue | null>(null)

/** @throws Error outside of a feed */
export function useFeed() {
  const feed = use(FeedContext)
  if (!feed) throw new Error('a part of a feed is outside of it')
  return feed
}

/** The loaded messages by their numbers, for quotes. */
export const MessagesContext = createContext<ReadonlyMap<number, Message>>(new Map())
