import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { getChats, getConversationWith, sendMessage } from '#contract/chat/calls.ts'
import type { Message } from '#contract/chat/schemas.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import type { ClientMessage } from '#contract/realtime.ts'
import { initialState, receive } from '#web/api/realtime/realtime-state.ts'
import type { Member } from './builders.ts'
import { IS_FULL } from './site/full-size.ts'
import { callsTo } from './audits/site-calls.ts'
import { readServerMessage } from './socket.ts'

/** Pause before a failed attempt is repeated: else four hundred devices keep a server from starting. */
const RETRY_MS = IS_FULL ? 500 : 50

/**
 * A member's device with one conversation open, as the web app: it resumes its socket by number, fetches the
 * conversation again only after a reset, and repeats a message until it is acknowledged.
 */
export class ChatClient {
  /** What it shows, by number. */
  readonly messages = new Map<number, Message>()
  /** Counts of all conversations, as in the badges. Right only for a member who neither reads nor deletes. */
  totals = { messages: 0, unread_messages: 0 }
  /** Client ids of the messages that were acknowledged to it, in the order of sending. */
  readonly acknowledged: string[] = []
  /** Events with a message that it had in the same epoch already, and messages whose content differed. */
  readonly faults: string[] = []
  resets = 0
  readonly #member: Member
  readonly #partner: Pick<Member, 'profileId'>
  readonly #nextPort: () => number
  #socket: WebSocket | null = null
  #state = initialState
  #hasEnded = false

  /** `nextPort` is asked before each connection and request. */
  constructor({ member, partner, nextPort }: { member: Member; partner: Member; nextPort: () => number }) {
    this.#member = member
    this.#partner = partner
    this.#nextPort = nextPort
    this.#open()
  }

  /** Sends a message, again and again with the same client id, until it is acknowledged. */
  async send(body: string) {
    const clientId = randomUUID()
    const input = { params: { profileId: this.#partner.profileId }, body: { clientId, body } }
    const reply = await this.#untilAnswered((port) =>
      callsTo(`http://127.0.0.1:${port}`, this.#member)(sendMessage, input),
    )
    if (!reply) throw new Error('ended without an answer')
    this.acknowledged.push(clientId)
    this.#show(reply.message)
  }

  /** Cuts the connection, as when a network is lost. It connects again by itself. */
  cut() {
    this.#socket?.terminate()
  }

  end() {
    this.#hasEnded = true
    this.#socket?.terminate()
  }

  #open() {
    if (this.#hasEnded) return
    const port = this.#nextPort()
    const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`, {
      headers: { cookie: this.#member.cookie, origin: `http://127.0.0.1:${port}` },
    })
    this.#socket = socket
    const { epoch, seq } = this.#state
    const resume: ClientMessage = { type: 'resume', epoch, after: seq }
    socket.on('open', () => socket.send(JSON.stringify(resume)))
    socket.on('message', (data: Buffer) => this.#receive(data))
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => this.#open(), RETRY_MS))
  }

  #receive(data: Buffer) {
    const { state, needsReset, event } = receive(this.#state, readServerMessage(data))
    this.#state = state
    if (needsReset) void this.#fetch()
    if (event?.type !== 'message') return
    this.#show(event.message)
    this.#showTotals(event.totals)
  }

  async #fetch() {
    this.resets += 1
    const input = { params: { profileId: this.#partner.profileId } }
    const reply = await this.#untilAnswered((port) =>
      callsTo(`http://127.0.0.1:${port}`, this.#member)(getConversationWith, input),
    )
    // A test may end while a device fetches again what it shows already.
    for (const message of reply?.messages ?? []) this.#show(message)
    const list = await this.#untilAnswered((port) =>
      callsTo(`http://127.0.0.1:${port}`, this.#member)(getChats, { query: {} }),
    )
    if (list) this.#showTotals(list.totals)
  }

  /** Events of two nodes, and the reply to a fetch, may come in any order. */
  #showTotals({ messages, unread_messages }: { messages: number; unread_messages: number }) {
    if (messages > this.totals.messages) this.totals = { messages, unread_messages }
  }

  #show(message: Message) {
    const earlier = this.messages.get(message.seq)
    if (earlier && earlier.clientId !== message.clientId) this.faults.push(`number ${message.seq} has two messages`)
    this.messages.set(message.seq, message)
  }

  /** Returns null if this client was ended before. */
  async #untilAnswered<Reply>(ask: (port: number) => Promise<Reply>): Promise<Reply | null> {
    while (!this.#hasEnded) {
      try {
        return await ask(this.#nextPort())
      } catch {
        await sleep(RETRY_MS)
      }
    }
    return null
  }
}
