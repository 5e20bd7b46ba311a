import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/chat/schemas.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { ApiError } from '#web/api/api-error.ts'
import { chatStore } from '#web/features/chat/offline/chat-store.ts'
import {
  changeOutgoing,
  dropOutgoing,
  nextOutgoing,
  putOutgoing,
  updateOutbox,
  withShares,
  type Outbox,
  type OutboxMessage,
  type SendProblem,
} from './outbox.ts'
import { isTemporary, sendOutgoing } from './send-message.ts'
import { storedOutbox, type StoredOutbox } from './stored-outbox.ts'
import { applySent } from './sent-cache.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

interface SenderDeps {
  client: QueryClient
  memberId: string
  outbox?: StoredOutbox
  send?: (
    profileId: string,
    message: OutboxMessage,
    options: { onShare: (share: number) => void },
  ) => Promise<{ message: Message; credits: number }>
}

/**
 * Sends a member's messages that wait on this device: to each member in the order written, by one tab at a
 * time. What cannot be sent is tried again after growing waits and when the connection is back.
 */
export class OutboxSender {
  readonly #client: QueryClient
  readonly #memberId: string
  readonly #outbox: StoredOutbox
  readonly #send: NonNullable<SenderDeps['send']>
  readonly #otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('chat outbox')
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor({ client, memberId, outbox, send = sendOutgoing }: SenderDeps) {
    this.#client = client
    this.#memberId = memberId
    this.#outbox = outbox ?? storedOutbox(chatStore(memberId))
    this.#send = send
    this.#otherTabs?.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') void this.load(data)
    })
  }

  /** Stores a message, shows it as waiting, and sends it after those before it. */
  async enqueue(profileId: string, message: OutboxMessage) {
    await this.#change(profileId, (outbox) => putOutgoing(outbox, message))
    await this.flush(profileId)
  }

  async discard(profileId: string, clientId: string) {
    await this.#change(profileId, (outbox) => dropOutgoing(outbox, clientId))
  }

  /** Shows what is stored for one member, written before a reload or in another tab. */
  async load(profileId: string) {
    const stored = await this.#outbox.read(profileId)
    updateOutbox(this.#client, profileId, (shown) => withShares(stored, shown))
  }

  /** Sends everything that waits, to any member. */
  async flushAll() {
    clearTimeout(this.#retry)
    const profileIds = await this.#outbox.waiting()
    await Promise.all(profileIds.map((profileId) => this.load(profileId).then(() => this.flush(profileId))))
  }

  async flush(profileId: string) {
    await exclusively(`send ${this.#memberId} ${profileId}`, async () => {
      for (;;) {
        // Read again each time: another tab may have sent it, or the viewer may have discarded it.
        const message = nextOutgoing(await this.#outbox.read(profileId))
        if (!message || !(await this.#sendOne(profileId, message))) return
      }
    })
  }

  stop() {
    clearTimeout(this.#retry)
    this.#otherTabs?.close()
  }

  /** Returns whether the next message may be sent. */
  async #sendOne(profileId: string, message: OutboxMessage) {
    const { clientId } = message
    try {
      const onShare = (share: number) =>
        updateOutbox(this.#client, profileId, (outbox) => changeOutgoing(outbox, clientId, { share }))
      const sent = await this.#send(profileId, message, { onShare })
      this.#failures = 0
      applySent(this.#client, { profileId, ...sent })
      await this.#change(profileId, (outbox) => dropOutgoing(outbox, clientId))
      return true
    } catch (error) {
      if (isTemporary(error)) {
        this.#retryLater()
        return false
      }
      const problem = problemOf(error)
      await this.#change(profileId, (outbox) => changeOutgoing(outbox, clientId, { problem }))
      // The balance in this tab was out of date.
      if (problem.code === 'credits.insufficient') void this.#client.invalidateQueries(userQuery())
      return true
    }
  }

  /** Stores before it shows, so that a message that the viewer sees outlives the page. */
  async #change(profileId: string, change: (outbox: Outbox) => Outbox) {
    await this.#outbox.change(profileId, change)
    await this.load(profileId)
    this.#otherTabs?.postMessage(profileId)
  }

  #retryLater() {
    clearTimeout(this.#retry)
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS)
    this.#failures += 1
    this.#retry = setTimeout(() => void this.flushAll(), waitMs * (0.75 + Math.random() * 0.5))
  }
}

function problemOf(error: unknown): SendProblem {
  return error instanceof ApiError ? { code: error.code, params: error.params } : { code: 'request.failed', params: {} }
}

/** The end of the queue of each name, where the browser has no locks. */
const queues = new Map<string, Promise<unknown>>()

/** Runs a task while no other task of the same name runs, in this tab or in another tab of the site. */
async function exclusively(name: string, task: () => Promise<void>) {
  // Browsers offer locks to secure pages only. Client ids keep what two tabs send harmless without them.
  if (typeof navigator !== 'undefined' && 'locks' in navigator) return navigator.locks.request(name, task)
  const turn = (queues.get(name) ?? Promise.resolve()).then(task)
  queues.set(
    name,
    turn.catch(() => {}),
  )
  return turn
}
