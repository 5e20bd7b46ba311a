import { expect, test } from 'vitest'
import type { SuggestedMember, SwipeGame } from '#contract/games/schemas.ts'
import { SWIPE_DECK } from '#contract/limits.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { countdownText, isLastDeck, isOfGoneMember, withCardBack, withMore, withSwipe } from './deck.ts'

const card = (id: string) => ({ id }) as SuggestedMember
const game = (...ids: string[]): SwipeGame => ({
  cards: ids.map(card),
  allowance: { likesLeft: 1, renewsInMs: HOUR },
  undoable: null,
})
const idsOf = ({ cards }: SwipeGame) => cards.map(({ id }) => id)

test('a swipe takes the card, a like also one of those that are left, never more', () => {
  const passed = withSwipe(game('a', 'b'), { card: card('a'), choice: 'pass' })
  expect([idsOf(passed), passed.allowance.likesLeft, passed.undoable]).toEqual([['b'], 1, 'a'])
  const liked = withSwipe(passed, { card: card('b'), choice: 'like' })
  expect(liked.allowance.likesLeft).toBe(0)
  expect(withSwipe(liked, { card: card('c'), choice: 'like' }).allowance.likesLeft).toBe(0)
})

test('a card that comes back is on top, once', () => {
  expect(idsOf(withCardBack(game('b', 'a'), card('a')))).toEqual(['a', 'b'])
})

test('only a swipe whose member is gone or has blocked the player keeps its card away', () => {
  const codes = ['profiles.not_found', 'moderation.blocked', 'games.likes_used', 'request.unreachable'] as const
  expect(codes.map((code) => isOfGoneMember(new ApiError(403, { code })))).toEqual([true, true, false, false])
  expect(isOfGoneMember(new TypeError('moderation.blocked'))).toBe(false)
})

test('more cards follow those that are there, without any that was swiped meanwhile', () => {
  const more = withMore(game('a', 'b'), game('b', 'c', 'd'), new Set(['d']))
  expect(idsOf(more)).toEqual(['a', 'b', 'c'])
})

test('a deck that is not full is the last one', () => {
  const full = game(...Array.from({ length: SWIPE_DECK }, (_, index) => String(index)))
  expect([isLastDeck(full), isLastDeck(game('a'))]).toEqual([false, true])
})

test('the countdown has two digits each and ends at zero', () => {
  expect(countdownText(24 * HOUR)).toBe('24:00:00')
  expect(countdownText(HOUR - SECOND)).toBe('00:59:59')
  expect(countdownText(1)).toBe('00:00:01')
  expect(countdownText(-5)).toBe('00:00:00')
})
