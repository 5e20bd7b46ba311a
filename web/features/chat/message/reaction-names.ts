import type { Reaction } from '#contract/chat/gifts.ts'

/** Keys of the texts `chat-conversation.reactions.names`. */
export const reactionNames = {
  '❤️': 'heart',
  '😂': 'laugh',
  '😮': 'wow',
  '😢': 'sad',
  '👍': 'thumb',
  '🔥': 'fire',
} as const satisfies Record<Reaction, string>
