import { afterAll, beforeAll, expect, test } from 'vitest'
import { markDelivered } from '#server/features/chat/conversations/mark-queries.ts'
import { presenceWatchers } from '#server/features/chat/live/presence-query.ts'
import { findSendContexts } from '#server/features/chat/send/context-query.ts'
import { insertMessages } from '#server/features/chat/send/send-query.ts'
import { findMember } from '#server/features/moderation/queries.ts'
import { findRecipients, noticeStates, type NoticeKey } from '#server/features/notifications/current.ts'
import { insertNotices } from '#server/features/notifications/record-query.ts'
import { findCards } from '#server/features/profiles/card-query.ts'
import { findPhotos } from '#server/features/profiles/photos/photo-queries.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import type { Db } from '#server/platform/postgres/tx.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'

/** PostgreSQL plans the first five executions of a prepared statement for their values. */
const EXECUTIONS = 7

const now = new Date('2026-11-24T12:00:00Z')
const notice: NoticeKey = { userId: 1, kind: 'like', otherId: 2, seq: 1 }

/** The most frequent statements that are prepared, by the name of each. */
const statements: Record<string, (db: Db) => Promise<unknown>> = {
  cards: (db) => findCards(db, { viewerId: 1, userIds: [2], now }),
  chat_delivered: (db) => markDelivered(db, [{ userId: 1, conversationId: 'a', seq: 1 }]),
  chat_presence_watchers: (db) => presenceWatchers(db, { userIds: [1], onlineSince: now }),
  chat_send: (db) => insertMessages(db, []),
  chat_send_contexts: (db) => findSendContexts(db, []),
  member_by_profile: (db) => findMember({ db }, { viewerId: 1, profileId: 'a' }),
  notice_recipients: (db) => findRecipients(db, { userIds: [1], today: now }),
  notice_states: (db) => noticeStates(db, { keys: [notice], repeatedSince: now }),
  photos_of_member: (db) => findPhotos(db, { userId: 2, viewerId: 1 }),
  record_notices: (db) => insertNotices(db, { events: [notice], at: now, onlineSince: now, mailAt: now }),
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test.each(Object.entries(statements))('%s is planned once for all values', async (name, run) => {
  const { db, pool, close } = openDatabase({ connectionString: database.connectionString, maxConnections: 1 })
  for (let execution = 0; execution < EXECUTIONS; execution += 1) await run(db)
  const { rows } = await pool.query<{ customPlans: number }>(
    `select custom_plans::int as "customPlans" from pg_prepared_statements where name = $1`,
    [name],
  )
  await close()
  expect(rows).toEqual([{ customPlans: 5 }])
})
