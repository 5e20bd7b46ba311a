import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { partnerIn } from '#server/features/chat/queries.ts'

/**
 * How long a conversation's partner is cached: about three events of a member who types. A block, a mode or a
 * log-in elsewhere affects typing at most this much later; a block on this node at once.
 */
const KEEP_MS = 5 * SECOND
const MAX_ENTRIES = 10_000

type Partner = Awaited<ReturnType<typeof partnerIn>>

/** Caches who may see a member type in a conversation: typing costs one query, not one per event. */
export class TypingPartners {
  readonly #db: Context['db']
  readonly #entries = new Map<string, { userId: number; partner: Partner; until: number }>()
  /** Counts removals: what was read before one may be outdated, and is not kept. */
  #removals = 0

  constructor({ db }: Pick<Context, 'db'>) {
    this.#db = db
  }

  async find({ userId, conversationId }: { userId: number; conversationId: string }) {
    const key = `${userId} ${conversationId}`
    const entry = this.#entries.get(key)
    if (entry && entry.until > performance.now()) return entry.partner
    const removals = this.#removals
    const partner = await partnerIn(this.#db, { userId, conversationId })
    if (removals === this.#removals) this.#keep(key, { userId, partner, until: performance.now() + KEEP_MS })
    return partner
  }

  /** Forgets what is known of the members. */
  remove(userIds: readonly number[]) {
    this.#removals += 1
    for (const [key, { userId }] of this.#entries) if (userIds.includes(userId)) this.#entries.delete(key)
  }

  #keep(key: string, entry: { userId: number; partner: Partner; until: number }) {
    // Maps are ordered by insertion: the first entry is the oldest.
    this.#entries.delete(key)
    const oldest = this.#entries.size >= MAX_ENTRIES ? this.#entries.keys().next().value : undefined
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(key, entry)
  }
}
