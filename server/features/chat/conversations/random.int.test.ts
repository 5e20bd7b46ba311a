import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FREE_CONVERSATIONS, HISTORY_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { eraseUnconfirmed } from '#server/features/accounts/deletion/erasure.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expireMessages } from '#server/features/chat/upkeep/expire-query.ts'
import { repairChatCounts, repairUnreadCounts } from '#server/features/chat/upkeep/repair-query.ts'

/** Another seed makes other choices. */
const SEED = 9
const ROUNDS = 12
const MEMBERS = 6
/** Actions at the same time. */
const PARALLEL = 40

let site: TestApp
let chat: ReturnType<typeof chatOn>
let likes: ReturnType<typeof likesOn>
let image: Blob

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '1000000' } })
  chat = chatOn(site)
  likes = likesOn(site)
  image = new Blob([await sampleImage()])
})
afterAll(() => site.close())
afterEach(async () => {
  await site.context.events.drain()
})

/** Returns numbers from 0 to below 1, the same for the same seed. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Messages of deleted conversations, and paid ones without an entry of the same price, or the reverse. */
const leftovers = `
  select t.conversation_id, t.seq
  from messages t
  left join conversations c on c.id = t.conversation_id
  left join credit_ledger e
    on e.user_id = t.sender_id and e.kind = 'message' and e.ref = c.public_id || ':' || t.client_id
  where c.id is null or t.price <> coalesce(-e.amount, 0)`

interface ChatState {
  id: string
  partnerId: string
  lastSeq: number
}

test('whatever members do at the same time, no call fails and every kept count equals a recount', async () => {
  const next = numbersFrom(SEED)
  const upTo = (count: number) => Math.floor(next() * count)
  const pick = <Value>(values: readonly Value[]) => values[upTo(values.length)] as Value
  const build = () => chat.build({ credits: 5000, isPremium: true })
  const members: Member[] = []
  for (let n = 0; n < MEMBERS; n += 1) members.push(await build())

  const setAccount = (member: Member, change: { pausedAt?: Date | null; createdAt?: Date }) =>
    site.context.db.updateTable('users').set(change).where('id', '=', member.userId).execute()

  async function conversationsOf(member: Member): Promise<ChatState[]> {
    const { rows } = await site.context.database.pool.query<ChatState>(
      `select c.public_id as id, p.public_id as "partnerId", m.last_seq as "lastSeq"
      from conversation_members m
      join conversations c on c.id = m.conversation_id
      join profiles p on p.user_id = m.partner_id
      where m.user_id = $1
      order by m.conversation_id`,
      [member.userId],
    )
    return rows
  }

  /** Chooses an action, all its numbers at once: the order in which actions end does not affect it. */
  function choose(known: ReadonlyMap<Member, ChatState[]>): () => Promise<{ status: number } | null> {
    const [member, kind, share, upToLatest] = [pick(members), upTo(100), next(), upTo(6)]
    const other = pick(members.filter((each) => each !== member))
    const conversation = pick(known.get(member) ?? [])
    const seq = conversation ? Math.max(1, Math.ceil(share * conversation.lastSeq)) : 1
    if (kind < 30 || !conversation) return () => chat.send(member, other)
    const { id, partnerId } = conversation
    const partner = { profileId: partnerId }
    if (kind < 36) return () => chat.post(member, partner, { kind: 'text', body: 'reply', replyTo: seq })
    if (kind < 40) return () => chat.post(member, partner, { kind: 'gift', gift: 'rose', body: '' })
    if (kind < 42)
      return async () => {
        const uploaded = await chat.uploadPhoto(member, partner, image)
        const photoId = uploaded.reply?.photo.id
        return photoId === undefined ? uploaded : chat.post(member, partner, { kind: 'photo', photoId })
      }
    if (kind < 55) return () => chat.read(member, id, seq)
    if (kind < 58) return () => chat.read(member, id, conversation.lastSeq)
    if (kind < 60) return () => chat.markOpened(member, id)
    if (kind < 68) return () => chat.remove(member, id, seq)
    if (kind < 71) return () => chat.remove(member, id)
    if (kind < 77) return () => chat.unsend(member, id, Math.max(1, conversation.lastSeq - upToLatest))
    if (kind < 79) return () => chat.react(member, id, seq, '❤️')
    if (kind < 85) return () => likes.like(member, other)
    if (kind < 89) return () => likes.unlike(member, other)
    if (kind < 92) return () => likes.markSeen(member, ...members)
    if (kind < 94) return () => chat.block(member, other)
    if (kind < 97) return () => chat.unblock(member, other)
    if (kind < 98)
      return async () => {
        await setAccount(other, { pausedAt: share < 0.3 ? site.clock.now() : null })
        return null
      }
    return async () => {
      await site.context.transaction(async (tx) => {
        const now = site.clock.now()
        const since = new Date(now.getTime() - HISTORY_DAYS * DAY)
        await expireMessages(tx, { after: 0, limit: 1000, since, resendable: now, at: now })
      })
      return null
    }
  }

  /** Makes the older half of a conversation too old to be shown. */
  async function age() {
    await site.context.database.pool.query(
      `update messages set sent_at = sent_at - $1 * interval '1 day'
      where seq <= (select last_seq / 2 from conversations where id = messages.conversation_id)`,
      [HISTORY_DAYS + 1],
    )
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 4 === 3) await age()
    const states = new Map<Member, ChatState[]>()
    for (const member of members) states.set(member, await conversationsOf(member))
    const actions = Array.from({ length: PARALLEL }, () => choose(states))
    if (round % 2 === 1) {
      for (const member of members) await setAccount(member, { pausedAt: null })
      for (const member of members) for (const other of members) if (member !== other) await chat.unblock(member, other)
    }
    if (round % 4 === 2) {
      // One who has not confirmed the address can write until the very moment of the erasure.
      const gone = await chat.build({ credits: 5000, isConfirmed: false })
      for (const other of members.slice(0, FREE_CONVERSATIONS)) {
        for (let n = 0; n < 6; n += 1) actions.splice(upTo(actions.length), 0, () => chat.send(gone, other))
        await chat.send(gone, other)
      }
      await setAccount(gone, { createdAt: new Date(site.clock.now().getTime() - (UNCONFIRMED_DAYS + 1) * DAY) })
      actions.splice(upTo(actions.length), 0, async () => {
        await eraseUnconfirmed(site.context, new AbortController().signal)
        return null
      })
    }
    const answers = await Promise.all(actions.map((act) => act()))
    expect(answers.filter((answer) => answer && answer.status >= 500)).toEqual([])
    await site.context.events.drain()

    const faults = await auditChat(site.context.db)
    // The ledger keeps what was paid for messages that are gone.
    expect(
      faults.filter((fault) => !fault.startsWith('price')),
      `seed ${SEED}, round ${round}`,
    ).toEqual([])
    const repaired = await site.context.transaction(async (tx) => [
      await repairUnreadCounts(tx, 0),
      await repairChatCounts(tx, 0),
    ])
    expect(repaired.map((each) => each.repaired)).toEqual([0, 0])
    expect(await likes.wrongCounts()).toBe(0)
    const { rows } = await site.context.database.pool.query(leftovers)
    expect(rows).toEqual([])
    // A message can be deleted for both in the rounds after it, and a match is announced again a day later.
    site.clock.advance(round % 4 === 3 ? DAY : MINUTE)
  }
})
