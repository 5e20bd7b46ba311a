import { expect, test } from 'vitest'
import { chatsAfter } from '#server/features/chat/conversations/list-query.ts'
import { findContextWith, findSendContexts } from '#server/features/chat/send/context-query.ts'
import { insertMessages } from '#server/features/chat/send/send-query.ts'
import { findDeck, findPicked, findPicks } from '#server/features/games/suggestion-query.ts'
import { repairCounts as repairLikeCounts } from '#server/features/likes/count-queries.ts'
import { findTab } from '#server/features/likes/list-queries.ts'
import { findCards } from '#server/features/profiles/card-query.ts'
import { visitsTo } from '#server/features/profiles/visit-queries.ts'
import { findCombinations } from '#server/features/search/combination-query.ts'
import { countMembers, findPage, type SearchCriteria } from '#server/features/search/member-query.ts'
import { repairCounts, repairRows } from '#server/features/search/repair-query.ts'
import { insertUnlocks } from '#server/features/unlocks/unlock-query.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { formatSql } from '#tests/support/statements/format-sql.ts'
import { recordStatements } from '#tests/support/statements/recorder.ts'

const now = new Date('2026-11-24T12:00:00Z')
const page = { after: null, offset: 0, now }

const criteria: SearchCriteria = {
  viewerId: 1,
  country: 'US',
  genders: ['female'],
  region: 'Ohio',
  born: { from: '1976-11-25', until: '2008-11-24' },
  excluded: 0n,
  leastId: 0,
  activeSince: null,
  cells: null,
  showsInterests: true,
}
const visitor = { ...criteria, viewerId: null, region: null, excluded: 1n }
const near = { ...criteria, cells: [{ cell: 1, distanceKm: 0 }] }
const oneYear = { ...criteria, born: { from: '1990-11-25', until: '1991-11-24' } }

const comparison = {
  interests: [],
  homeCountry: 'US',
  homeRegion: 'Ohio',
  homeCity: 'columbus',
  ownReason: null,
  ownAge: 30,
  swipedSince: now,
}
const list = { userId: 1, since: now, after: null, limit: 20, search: '', onlineSince: now }

/** Functions of which code assembles the statements, by the name of the snapshot. */
const statements: Record<string, (db: Tx) => Promise<unknown>> = {
  'chat-context': (db) => findContextWith(db, { userId: 1, profileId: 'a' }),
  'chat-list': (db) => chatsAfter(db, { ...list, filter: null }),
  'chat-list-online': (db) => chatsAfter(db, { ...list, filter: 'online' }),
  'chat-send': (db) => insertMessages(db, []),
  'chat-send-contexts': (db) => findSendContexts(db, []),
  'games-deck': (db) => findDeck(db, { criteria, now, own: comparison }),
  'games-picked': (db) => findPicked(db, { criteria, now, own: { ...comparison, picked: [] } }),
  'games-picks': (db) => findPicks(db, { criteria, now, own: { ...comparison, earlier: [] } }),
  'likes-list': (db) =>
    findTab(db, { userId: 1, type: 'received', after: null, limit: 20, isWithoutConversation: true }),
  'likes-repair-counts': (db) => repairLikeCounts(db, 0),
  'profiles-cards': (db) => findCards(db, { viewerId: 1, userIds: [2], now }),
  'profiles-visits': (db) => visitsTo(db, { ownerId: 1, after: null, limit: 20 }),
  'search-combination': (db) =>
    findCombinations(db, { criteria, relaxed: [{ ...criteria, region: null }, oneYear], now }),
  'search-count': (db) => countMembers(db, { criteria: visitor, now }),
  'search-page': (db) => findPage(db, { criteria, page }),
  'search-page-near': (db) => findPage(db, { criteria: near, page }),
  'search-page-of-visitor': (db) => findPage(db, { criteria: visitor, page }),
  'search-repair-counts': (db) => repairCounts(db, 'US'),
  'search-repair-rows': (db) => repairRows(db, 0),
  'unlocks-unlock': (db) => insertUnlocks(db, []),
}

const anyRow = { last: 1, size: 1, userId: 1, failed: 0, matching: 1, repaired: 0 }

test.each(Object.entries(statements))(
  '%s is the statement of its file; `npx vitest -u` updates it',
  async (name, run) => {
    const texts = await recordStatements(run, anyRow)
    expect(texts).not.toEqual([])
    // The layout changes spaces only.
    expect(texts.map(formatSql).map(withoutSpaces)).toEqual(texts.map(withoutSpaces))
    await expect(texts.map(formatSql).join(';\n\n')).toMatchFileSnapshot(`${name}.sql`)
  },
)

function withoutSpaces(text: string) {
  return text.replaceAll(/\s/g, '')
}
