import { SWIPE_DECK } from '#contract/limits.ts'
import type { SuggestedMember, SwipeChoice, SwipeGame } from '#contract/games/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'

/** Returns the game after a swipe that is being sent: the card is gone, and a like is used. */
export function withSwipe(
  game: SwipeGame,
  { card, choice }: { card: SuggestedMember; choice: SwipeChoice },
): SwipeGame {
  const likesLeft = Math.max(0, game.allowance.likesLeft - (choice === 'like' ? 1 : 0))
  return {
    cards: game.cards.filter(({ id }) => id !== card.id),
    allowance: { ...game.allowance, likesLeft },
    undoable: card.id,
  }
}

/** Returns the game with a card on top again. */
export function withCardBack(game: SwipeGame, card: SuggestedMember): SwipeGame {
  return { ...game, cards: [card, ...game.cards.filter(({ id }) => id !== card.id)] }
}

/** Whether a swipe failed because its member is gone or blocked the player: the card would always fail. */
export function isOfGoneMember(error: unknown) {
  return error instanceof ApiError && (error.code === 'profiles.not_found' || error.code === 'moderation.blocked')
}

/** Adds cards that were fetched, without those that are there and those that were swiped meanwhile. */
export function withMore(game: SwipeGame, more: SwipeGame, swiped: ReadonlySet<string>): SwipeGame {
  const ids = new Set([...swiped, ...game.cards.map(({ id }) => id)])
  return { ...game, cards: [...game.cards, ...more.cards.filter(({ id }) => !ids.has(id))] }
}

/** Whether these are the last cards that there are. */
export function isLastDeck({ cards }: Pick<SwipeGame, 'cards'>) {
  return cards.length < SWIPE_DECK
}

/** Returns a time that is left as `23:59:07`, rounded up to whole seconds. */
export function countdownText(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
