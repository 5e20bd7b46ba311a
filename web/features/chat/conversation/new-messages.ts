import type { Message } from '#contract/chat/schemas.ts'

/** The partner's messages after a number: a screen reader announces them. Loaded history is before it. */
export function newFromPartner(messages: readonly Message[], { afterSeq, ownId }: { afterSeq: number; ownId: string }) {
  return messages.filter(({ seq, senderId, kind }) => seq > afterSeq && senderId !== ownId && kind !== 'deleted')
}

/** Messages of the partner that the viewer has not read. A notice of the site is never unread (CHAT-17). */
export function unreadOf(messages: readonly Message[], { readSeq, ownId }: { readSeq: number; ownId: string }) {
  return newFromPartner(messages, { afterSeq: readSeq, ownId }).filter(({ kind }) => kind !== 'system')
}

/** Numbers of the partner's messages before the viewer wrote anything: the two are strangers until then. */
export function seqsBeforeReply({
  messages,
  firstOwnSeq,
  ownId,
}: {
  messages: readonly Message[]
  /** As the server has it. It does not know yet of a message that was sent since. */
  firstOwnSeq: number | null
  ownId: string
}) {
  const sent = messages.find(({ senderId, kind }) => senderId === ownId && kind !== 'system')
  const first = firstOwnSeq ?? sent?.seq ?? Infinity
  return new Set(messages.filter(({ seq, senderId }) => senderId !== ownId && seq < first).map(({ seq }) => seq))
}
