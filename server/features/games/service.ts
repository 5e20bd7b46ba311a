import type { FinderAnswers, FinderReply, SwipeGame } from '#contract/games/schemas.ts'
import type { SearchFilters } from '#contract/search/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { ageOn, knownInterests, todayIn } from '#server/features/profiles/rules.ts'
import { bothWays } from '#server/features/search/candidates.ts'
import { allowedFilters, fillFilters } from '#server/features/search/rules.ts'
import { criteriaOf } from '#server/features/search/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { VisitorHints } from '#server/platform/http/visitor/visitor-hints.ts'
import { findGame, findPlayer } from './queries.ts'
import { allowanceAt, reasonsOf } from './rules.ts'
import { findBest, findDeck, type Comparison, type SuggestionRow } from './suggestion-query.ts'
import { swipedSince } from './swipe.ts'

export type Deps = Pick<Context, 'db' | 'clock'>

export interface GameInput {
  viewer: Viewer
  visitor: VisitorHints
  settings: Settings
}

/** Deals the next cards of the swipe game, and returns the likes that are left. Source: GAME-1 to GAME-4. */
export async function getSwipeGame({ db, clock }: Deps, input: GameInput): Promise<SwipeGame> {
  const now = clock.now()
  const { search } = await prepareSearch({ db }, { ...input, answers: {}, now })
  const [rows, { undoable, isMatch, ...window }] = await Promise.all([
    findDeck(db, search),
    findGame(db, input.viewer.userId),
  ])
  return {
    cards: rows.map(toSuggestion),
    allowance: allowanceAt(window, now),
    undoable: isMatch ? null : undoable,
  }
}

/** Ranks the members who fit the answers, with the reasons for each. Source: GAME-4, GAME-5. */
export async function findMatches(
  { db, clock }: Deps,
  { answers, ...input }: GameInput & { answers: FinderAnswers },
): Promise<FinderReply> {
  const now = clock.now()
  const { filled, search } = await prepareSearch({ db }, { ...input, answers, now })
  const rows = await findBest(db, search)
  return {
    answers: {
      gender: filled.gender,
      minAge: filled.minAge,
      maxAge: filled.maxAge,
      where: filled.region === null ? 'country' : 'region',
      relationship: filled.relationship ?? [],
      interests: [...search.own.interests],
    },
    results: rows.map(toSuggestion),
  }
}

/** Turns answers, and the viewer's profile for those that are open, into what the statements look for. */
export async function prepareSearch(
  { db }: Pick<Context, 'db'>,
  { viewer, visitor, settings, answers, now }: GameInput & { answers: FinderAnswers; now: Date },
) {
  const player = await findPlayer(db, viewer.userId)
  const age = ageOn(todayIn(now), player.birthDate)
  const { where, interests, ...chosen } = answers
  const filters: SearchFilters = { ...chosen, ...(where === 'region' && { region: player.region }) }
  const searcher = { ...player, age, cell: null }
  const filled = fillFilters(
    { ...allowedFilters(filters, { isVisitor: false, site: settings }), country: player.country },
    { searcher, site: { ...settings, ...visitor } },
  )
  const visibleFields = settings.visible_profile_fields
  const own: Comparison = {
    interests: visibleFields.includes('interests') ? (interests ?? knownInterests(player.interests)) : [],
    homeCountry: player.country,
    homeRegion: player.region,
    homeCity: player.city.toLowerCase(),
    ownReason: visibleFields.includes('reason') ? player.reason : null,
    ownAge: age,
    swipedSince: swipedSince(now),
  }
  const criteria = bothWays(criteriaOf({ filled, searcher, viewer, settings, now }), player)
  return { filled, player, search: { criteria, now, own } }
}

export function toSuggestion({ card, ...shared }: SuggestionRow) {
  return { ...card, reasons: reasonsOf({ ...shared, interests: knownInterests(shared.interests) }) }
}
