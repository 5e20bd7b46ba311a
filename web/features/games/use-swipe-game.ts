import { useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { getSwipeGame, swipeMember, undoSwipe } from '#contract/games/calls.ts'
import type { SuggestedMember, SwipeChoice, SwipeGame } from '#contract/games/schemas.ts'
import { SWIPE_REFILL } from '#contract/limits.ts'
import { MINUTE } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { decide } from '#web/features/likes/decisions.ts'
import { announceMatch } from '#web/features/likes/matches.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { isLastDeck, isOfGoneMember, withCardBack, withMore, withSwipe } from './deck.ts'
import { swipeGameQuery } from './queries.ts'

interface Swipe {
  card: SuggestedMember
  choice: SwipeChoice
}

/** The game of this tab in the cache, and what was swiped in it. */
interface Deck {
  client: QueryClient
  swipedIds: RefObject<Set<string>>
  lastSwiped: RefObject<SuggestedMember | null>
}

/** Swipes and undos of this tab are sent one after the other. */
const mutationKey = ['swipe']
const scope = { id: 'swipe' }

/**
 * The swipe game of this tab. A swipe removes the card at once and is sent afterwards; if the server rejects
 * it, the card returns, unless its member is gone. More cards are fetched before the last one.
 */
export function useSwipeGame() {
  const client = useQueryClient()
  const { data: game, dataUpdatedAt } = useSuspenseQuery(swipeGameQuery())
  const swipedIds = useRef(new Set<string>())
  const lastSwiped = useRef<SuggestedMember | null>(null)
  const deck: Deck = { client, swipedIds, lastSwiped }
  const { refill, isLast } = useRefill(deck, game)
  const sent = useSentSwipe(deck, { refill, isLast })
  const undone = useSentUndo(deck, refill)
  return {
    game,
    /** When the allowance was fetched, by the clock that `Date.now` reads. */
    fetchedAt: dataUpdatedAt,
    isFetching: refill.isPending,
    /** Whether the cards that were fetched last did not come. */
    hasFailed: refill.isError,
    isUndoing: undone.isPending,
    /** Swipes the card on top and returns it; null when there is none, or no like is left. */
    swipe(choice: SwipeChoice) {
      const current = readGame(client)
      const card = current?.cards[0]
      const hasLike = (current?.allowance.likesLeft ?? 0) > 0
      if (!card || (choice === 'like' && !hasLike)) return null
      swipedIds.current.add(card.id)
      lastSwiped.current = card
      changeGame(client, (old) => withSwipe(old, { card, choice }))
      sent.mutate({ card, choice })
      return card
    },
    undo() {
      if (game.undoable !== null && !undone.isPending) undone.mutate(game.undoable)
    },
    refresh: () => refill.mutate(),
    /** Fetches the likes that are there again, after a failure a minute later. May be called each second. */
    renew() {
      const hasJustFailed = refill.isError && Date.now() < refill.submittedAt + MINUTE
      if (!refill.isPending && !hasJustFailed) refill.mutate()
    },
  }
}

/**
 * Fetches more cards. The reply's allowance counts only while no swipe is being sent: it may lack one. A
 * failure is reported where no card is left: until then, the next swipe fetches again.
 */
function useRefill({ client, swipedIds }: Deck, game: SwipeGame) {
  const [isLast, setIsLast] = useState(() => isLastDeck(game))
  const refill = useMutation({
    mutationFn: () => call(getSwipeGame, {}),
    onSuccess: (more) => {
      setIsLast(isLastDeck(more))
      const { allowance, undoable } = more
      const isQuiet = client.isMutating({ mutationKey }) === 0
      changeGame(
        client,
        (old) => ({ ...withMore(old, more, swipedIds.current), ...(isQuiet && { allowance, undoable }) }),
        { isFromServer: isQuiet },
      )
    },
  })
  return { refill, isLast }
}

type Refill = ReturnType<typeof useRefill>

/** Sends a swipe whose card is gone already. */
function useSentSwipe({ client, swipedIds }: Deck, { refill, isLast }: Refill) {
  const showError = useErrorToast()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: ({ card, choice }: Swipe) => call(swipeMember, { params: { profileId: card.id }, body: { choice } }),
    onSuccess: ({ allowance, undoable, isNewMatch }, { card, choice }) => {
      const isOnlyOne = client.isMutating({ mutationKey }) <= 1
      if (isOnlyOne) changeGame(client, (old) => ({ ...old, allowance, undoable }), { isFromServer: true })
      if (choice === 'like') forgetLikes(client, { profileId: card.id, isLiked: true })
      if (isNewMatch) announceMatch(client, card)
      const left = readGame(client)?.cards.length ?? 0
      if (left <= SWIPE_REFILL && !isLast && !refill.isPending) refill.mutate()
    },
    onError: (error, { card }) => {
      const isGone = isOfGoneMember(error)
      if (!isGone) swipedIds.current.delete(card.id)
      changeGame(client, (old) => ({ ...(isGone ? old : withCardBack(old, card)), undoable: null }))
      showError(error)
      refill.mutate()
    },
  })
}

/** Undoes a swipe on the server, and then shows its card again. */
function useSentUndo({ client, swipedIds, lastSwiped }: Deck, refill: Refill['refill']) {
  const showError = useErrorToast()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: (profileId: string) => call(undoSwipe, { params: { profileId } }),
    onSuccess: ({ allowance, undoable, card }, profileId) => {
      swipedIds.current.delete(profileId)
      const lastCard = lastSwiped.current?.id === profileId ? lastSwiped.current : null
      const back = card && (lastCard ?? { ...card, reasons: [] })
      changeGame(client, (old) => ({ ...(back ? withCardBack(old, back) : old), allowance, undoable }), {
        isFromServer: true,
      })
      forgetLikes(client, { profileId, isLiked: false })
    },
    onError: (error) => {
      showError(error)
      refill.mutate()
    },
  })
}

function readGame(client: QueryClient) {
  return client.getQueryData<SwipeGame>(swipeGameQuery().queryKey)
}

/** Changes the cards alone: the time of the allowance stays, because its countdown starts there. */
function changeGame(client: QueryClient, update: (game: SwipeGame) => SwipeGame, { isFromServer = false } = {}) {
  const { queryKey } = swipeGameQuery()
  const fetchedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  const updatedAt = isFromServer ? Date.now() : fetchedAt
  client.setQueryData(queryKey, (old: SwipeGame | undefined) => old && update(old), { updatedAt })
}

/** The hearts of other pages follow, and what they show is fetched again when they are opened. */
function forgetLikes(client: QueryClient, { profileId, isLiked }: { profileId: string; isLiked: boolean }) {
  decide(client, { profileId, isLiked })
  for (const query of [likesQuery(), memberQuery(profileId)])
    void client.invalidateQueries({ queryKey: query.queryKey })
}
