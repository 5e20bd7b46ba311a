import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { chatFilters } from '#contract/chat/chat-filters.ts'
import { CHAT_SEARCH_MAX_LENGTH, CHATS_PAGE_SIZE } from '#contract/limits.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { HOUR } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { chatListText } from './list-query.ts'
import { writeNotice } from '#server/features/chat/live/notices.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
})
afterAll(() => site.close())

type Query = { filter?: (typeof chatFilters)[number]; search?: string; limit?: number }

async function names(member: Member, query: Query) {
  const { reply } = await chat.list(member, undefined, query)
  return reply?.chats.map(({ profile }) => profile.name)
}

describe('the list', () => {
  test('is filtered by unread, matches, online and unanswered conversations', async () => {
    const ana = await chat.build({ isPremium: true })
    const [ben, cem, dan] = [
      await chat.build({ name: 'Ben' }),
      await chat.build({ name: 'Cem' }),
      await chat.build({ name: 'Dan' }),
    ]
    const fromBen = await chat.say(ben, ana)
    await chat.say(cem, ana)
    await chat.say(ana, cem)
    await chat.say(ana, dan)
    expect(await names(ana, {})).toEqual(['Dan', 'Cem', 'Ben'])
    expect(await names(ana, { filter: 'unread' })).toEqual(['Cem', 'Ben'])
    expect(await names(ana, { filter: 'unanswered' })).toEqual(['Ben'])
    await chat.read(ana, fromBen, 1)
    expect(await names(ana, { filter: 'unread' })).toEqual(['Cem'])
    expect(await names(ana, { filter: 'unanswered' })).toEqual(['Ben'])

    for (const [from, to] of [
      [ana, dan],
      [dan, ana],
      [ana, ben],
    ] as const)
      await site.call(likeProfile, { params: { profileId: to.profileId } }, from)
    expect(await names(ana, { filter: 'matches' })).toEqual(['Dan'])

    const { db, clock } = site.context
    const seen = (member: Member, lastActiveAt: Date) =>
      db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', member.userId).execute()
    await seen(ben, clock.now())
    await seen(cem, new Date(clock.now().getTime() - HOUR))
    await seen(dan, clock.now())
    expect((await names(ana, { filter: 'online' }))?.toSorted()).toEqual(['Ben', 'Dan'])
    await db.updateTable('profiles').set({ isInvisible: true }).where('userId', '=', ben.userId).execute()
    expect(await names(ana, { filter: 'online' })).toEqual(['Dan'])
    // The totals are those of all conversations.
    expect((await chat.list(ana, undefined, { filter: 'online' })).reply?.totals).toMatchObject({ unread_messages: 1 })
  })

  test('has no conversation as unanswered that ends with a notice of the site', async () => {
    const { transaction } = site.context
    const [ana, ben] = await chat.pair()
    await chat.say(ben, ana)
    expect(await names(ana, { filter: 'unanswered' })).toEqual(['Ben'])
    await transaction((tx) =>
      writeNotice(site.context, tx, { userId: ben.userId, otherId: ana.userId, notice: 'photos_granted' }),
    )
    expect((await chat.list(ana)).reply?.chats[0]?.last_message).toMatchObject({ kind: 'system', isMine: false })
    expect(await names(ana, { filter: 'unanswered' })).toEqual([])
  })

  test('has a conversation as unanswered whatever match came after the message', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ben, ana)
    const { transaction } = site.context
    await transaction((tx) =>
      writeNotice(site.context, tx, { userId: ana.userId, otherId: ben.userId, notice: 'match' }),
    )
    expect(await names(ana, { filter: 'unanswered' })).toEqual([ben.name])
    expect(await names(ben, { filter: 'unanswered' })).toEqual([])
  })

  test('is searched for a part of the name, whatever signs it has', async () => {
    const ana = await chat.build({ isPremium: true })
    for (const name of ['Élodie 100%', 'Elo_die', 'Melodie', String.raw`Back\slash`])
      await chat.say(await chat.build({ name }), ana)
    expect((await names(ana, { search: 'ELOD' }))?.toSorted()).toEqual(['Melodie'])
    expect(await names(ana, { search: '%' })).toEqual(['Élodie 100%'])
    expect(await names(ana, { search: '_' })).toEqual(['Elo_die'])
    expect(await names(ana, { search: '\\' })).toEqual([String.raw`Back\slash`])
    expect(await names(ana, { search: "' or 1=1 --" })).toEqual([])
    expect(await names(ana, { search: ' ' })).toHaveLength(4)
    expect(await names(ana, { search: 'die', filter: 'unread' })).toHaveLength(3)
    const long = await chat.list(ana, undefined, { search: 'x'.repeat(CHAT_SEARCH_MAX_LENGTH + 1) })
    expect(long.error?.code).toBe('request.invalid')
    expect((await chat.list(ana, undefined, { filter: 'blocked' as 'unread' })).error?.code).toBe('request.invalid')
  })

  test('is paged within a filter', async () => {
    const ana = await chat.build()
    const count = CHATS_PAGE_SIZE + 3
    for (let n = 0; n < count; n += 1) {
      const other = await chat.build()
      await chat.say(other, ana)
    }
    const first = (await chat.list(ana, undefined, { filter: 'unread' })).reply
    const second = (await chat.list(ana, first?.next ?? '', { filter: 'unread' })).reply
    expect([first?.chats.length, second?.chats.length, second?.next]).toEqual([CHATS_PAGE_SIZE, 3, null])
    const ids = [...(first?.chats ?? []), ...(second?.chats ?? [])].map(({ conversation }) => conversation.id)
    expect(new Set(ids).size).toBe(count)
  })

  test('is shorter on request, and goes on where it ended', async () => {
    const ana = await chat.build()
    for (const name of ['Ben', 'Cem', 'Dan']) await chat.say(await chat.build({ name }), ana)
    const first = (await chat.list(ana, undefined, { limit: 2 })).reply
    expect(first?.chats.map(({ profile }) => profile.name)).toEqual(['Dan', 'Cem'])
    const second = (await chat.list(ana, first?.next ?? '')).reply
    expect(second?.chats.map(({ profile }) => profile.name)).toEqual(['Ben'])
    for (const limit of [0, CHATS_PAGE_SIZE + 1]) {
      expect((await chat.list(ana, undefined, { limit })).error?.code).toBe('request.invalid')
    }
  })

  test('of 2,000 conversations reads no more rows than three times those of a page of 10', async () => {
    const ana = await chat.build()
    const ben = await chat.build()
    const { pool } = site.context.database
    // Ten conversations of Ben and two thousand of Ana, with partners that are not built one by one.
    await pool.query(
      `with partner as (
        insert into users
        select (jsonb_populate_record(u, jsonb_build_object(
          'id', 1000000 + n, 'email', 'partner-' || n || '@example.com', 'email_key', 'partner-' || n || '@example.com'
        ))).*
        from users u, generate_series(1, 2000) n
        where u.id = $1
        returning id
      )
      insert into profiles
      select (jsonb_populate_record(p, jsonb_build_object(
        'user_id', partner.id, 'public_id', 'partner' || partner.id, 'main_photo_id', null
      ))).*
      from partner, profiles p
      where p.user_id = $1`,
      [ana.userId],
    )
    await pool.query(
      `insert into conversations (id, public_id, low_id, high_id, started_by, last_seq, created_at)
      select owner.key * 10000 + n, 'c' || owner.key || '-' || n, least(owner.id, 1000000 + n), greatest(owner.id, 1000000 + n),
        owner.id, 1, now()
      from (values (1, $1::bigint, 2000), (2, $2::bigint, 10)) owner (key, id, size), generate_series(1, size) n`,
      [ana.userId, ben.userId],
    )
    await pool.query(
      `insert into conversation_members (user_id, conversation_id, partner_id, last_seq, last_message_at, last_sender_id)
      select side.user_id, c.id, side.partner_id, 1, $1::timestamptz - make_interval(mins => (c.id % 10000)::int), c.started_by
      from conversations c, lateral (values (low_id, high_id), (high_id, low_id)) side (user_id, partner_id)
      where c.public_id ~ '^c[12]-'`,
      [site.clock.now()],
    )
    await pool.query('analyze')
    const rowsOf = async ({ userId }: Member) => {
      const values = [userId, new Date(0), 'infinity', 0, CHATS_PAGE_SIZE + 1, null]
      const { rows } = await pool.query(`explain (analyze, format json) ${chatListText(null)}`, values)
      return rowsRead(rows[0]['QUERY PLAN'][0].Plan)
    }
    const [many, few] = [await rowsOf(ana), await rowsOf(ben)]
    // A page has up to CHATS_PAGE_SIZE rows, the short list has 10.
    expect(many / (CHATS_PAGE_SIZE + 1)).toBeLessThanOrEqual((3 * few) / 10)
  })
})

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Rows that the scans of a plan read. */
function rowsRead(plan: Plan): number {
  const own = plan['Relation Name']
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
}
