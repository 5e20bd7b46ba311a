import type { Message } from '#contract/chat/schemas.ts'

/**
 * The messages that this tab has announced. A sender can send one again (CHAT-2), which costs nothing:
 * without this it would appear as often as they like.
 */
export class AnnouncedMessages {
  readonly #latest = new Map<string, number>()

  /** Returns whether the message is later than all announced ones of its conversation. */
  add({ conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>) {
    if (seq <= (this.#latest.get(conversationId) ?? 0)) return false
    this.#latest.set(conversationId, seq)
    return true
  }
}
