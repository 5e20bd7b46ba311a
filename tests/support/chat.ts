import { randomUUID } from 'node:crypto'
import * as contract from '#contract/chat/calls.ts'
import type * as schemas from '#contract/chat/schemas.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { DateAnswer } from '#contract/chat/schemas.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { VOICE_PEAKS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { TestApp } from './site/app.ts'
import { buildMember, type Member } from './builders.ts'
import { balanceOf } from './balance.ts'

type Recipient = Pick<Member, 'profileId'>
type Outgoing = InputOf<typeof contract.sendMessage>['body']
/** `Omit` of each member of a union. */
type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never

/** Short forms of the chat's calls. Members are built with 100 credits. */
export function chatOn(site: TestApp) {
  const build = (input: Parameters<typeof buildMember>[1] = {}) => buildMember(site.context, { credits: 100, ...input })

  /** Builds Ana and Ben. */
  async function pair() {
    return [await build({ name: 'Ana' }), await build({ name: 'Ben' })] as const
  }

  function send(from: Member, { profileId }: Recipient, body = 'Hello', clientId: string = randomUUID()) {
    return site.call(contract.sendMessage, { params: { profileId }, body: { clientId, body } }, from)
  }

  /** Sends a message a second after the last. Returns the conversation's id. Throws when it is rejected. */
  async function say(from: Member, to: Recipient, body = 'Hello') {
    site.clock.advance(SECOND)
    const { reply } = await send(from, to, body)
    if (!reply) throw new Error('not sent')
    return reply.message.conversationId
  }

  /** Sends any kind of message. */
  function post(
    from: Member,
    { profileId }: Recipient,
    message: DistributiveOmit<Outgoing, 'clientId'> & { clientId?: string },
  ) {
    const body = { clientId: randomUUID(), ...message }
    return site.call(contract.sendMessage, { params: { profileId }, body }, from)
  }
  const uploadPhoto = (from: Member, { profileId }: Recipient, file: Blob, clientId: string = randomUUID()) =>
    site.call(contract.addChatPhoto, { params: { profileId }, body: { clientId } }, { ...from, file })
  const uploadVoice = (
    from: Member,
    { profileId }: Recipient,
    file: Blob,
    body: Partial<InputOf<typeof contract.addVoice>['body']> = {},
  ) => {
    const recording = { clientId: randomUUID(), durationMs: 4200, peaks: Array.from({ length: VOICE_PEAKS }, () => 60) }
    return site.call(contract.addVoice, { params: { profileId }, body: { ...recording, ...body } }, { ...from, file })
  }
  const react = (member: Member, conversationId: string, seq: number, reaction: Reaction | null) =>
    site.call(contract.setReaction, { params: { conversationId, seq }, body: { reaction } }, member)
  const answer = (member: Member, conversationId: string, seq: number, given: DateAnswer) =>
    site.call(contract.answerDate, { params: { conversationId, seq }, body: { answer: given } }, member)
  const unsend = (member: Member, conversationId: string, seq: number) =>
    site.call(contract.deleteMessage, { params: { conversationId, seq } }, member)

  const open = (member: Member, conversationId: string) =>
    site.call(contract.getConversation, { params: { conversationId } }, member)
  const openWith = (member: Member, { profileId }: Recipient) =>
    site.call(contract.getConversationWith, { params: { profileId } }, member)
  const list = (
    member: Member,
    after?: string,
    query: Omit<InputOf<typeof contract.getChats>['query'], 'after'> = {},
  ) => site.call(contract.getChats, { query: { ...query, ...(after === undefined ? {} : { after }) } }, member)
  const read = (member: Member, conversationId: string, seq: number) =>
    site.call(contract.markRead, { params: { conversationId }, body: { seq } }, member)
  const markOpened = (member: Member, conversationId: string) =>
    site.call(contract.markOpened, { params: { conversationId } }, member)
  const remove = (member: Member, conversation: string, seq?: number) =>
    site.call(contract.deleteChat, { body: { conversation, ...(seq === undefined ? {} : { seq }) } }, member)
  const messages = (member: Member, conversationId: string, query: { before: number } | { after: number }) =>
    site.call(contract.getMessages, { params: { conversationId }, query }, member)
  const block = (member: Member, { profileId }: Recipient) => site.call(blockProfile, { params: { profileId } }, member)
  const unblock = (member: Member, { profileId }: Recipient) =>
    site.call(unblockProfile, { params: { profileId } }, member)

  async function creditsOf({ userId }: Member) {
    return (await balanceOf(site.context, userId)).credits
  }

  return {
    build,
    pair,
    send,
    post,
    uploadPhoto,
    uploadVoice,
    answer,
    react,
    unsend,
    say,
    open,
    openWith,
    list,
    read,
    markOpened,
    remove,
    messages,
    block,
    unblock,
    creditsOf,
  }
}

/** Returns the text of a message that has one. */
export function bodyOf(message: schemas.Message | undefined) {
  return message && 'body' in message ? message.body : undefined
}

/** Returns the texts of an answer with messages. */
export function bodiesIn({ reply }: { reply: { messages: schemas.Message[] } | null }) {
  return reply?.messages.map(bodyOf)
}
