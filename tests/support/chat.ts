import { randomUUID } from 'node:crypto'
import * as contract from '#contract/chat.ts'
import { blockProfile, unblockProfile } from '#contract/moderation.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { SECOND } from '#contract/time.ts'
import type { TestApp } from './app.ts'
import { buildMember, type Member } from './builders.ts'

type Recipient = Pick<Member, 'profileId'>

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

  /** Sends a message a second after the one before. Returns the conversation's id. Throws when it is rejected. */
  async function say(from: Member, to: Recipient, body = 'Hello') {
    site.clock.advance(SECOND)
    const { reply } = await send(from, to, body)
    if (!reply) throw new Error('not sent')
    return reply.message.conversationId
  }

  const open = (member: Member, conversationId: string) =>
    site.call(contract.getConversation, { params: { conversationId } }, member)
  const openWith = (member: Member, { profileId }: Recipient) =>
    site.call(contract.getConversationWith, { params: { profileId } }, member)
  const list = (member: Member, after?: string) =>
    site.call(contract.getChats, { query: after === undefined ? {} : { after } }, member)
  const read = (member: Member, conversationId: string, seq: number) =>
    site.call(contract.markRead, { params: { conversationId }, body: { seq } }, member)
  const remove = (member: Member, conversation: string) =>
    site.call(contract.deleteChat, { body: { conversation } }, member)
  const messages = (member: Member, conversationId: string, query: { before: number } | { after: number }) =>
    site.call(contract.getMessages, { params: { conversationId }, query }, member)
  const block = (member: Member, { profileId }: Recipient) => site.call(blockProfile, { params: { profileId } }, member)
  const unblock = (member: Member, { profileId }: Recipient) =>
    site.call(unblockProfile, { params: { profileId } }, member)

  async function creditsOf({ userId }: Member) {
    return (await balanceOf(site.context, userId)).credits
  }

  return { build, pair, send, say, open, openWith, list, read, remove, messages, block, unblock, creditsOf }
}

/** Returns the texts of an answer with messages. */
export function bodiesIn({ reply }: { reply: { messages: contract.Message[] } | null }) {
  return reply?.messages.map(({ body }) => body)
}
