import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  getSwipeGame,
  swipeMember,
  undoSwipe,
  type SuggestedMember,
  type SwipeChoice,
  type SwipeGame,
} from '#contract/games.ts'
import { SWIPE_REFILL } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { decide } from '#web/features/likes/decisions.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { isLastDeck, withCardBack, withMore, withSwipe } from './deck.ts'
import { swipeGameQuery } from './queries.ts'

interface Swipe {
  card: SuggestedMember
  choice: SwipeChoice
}

/** Swipes and undos of this tab are sent one after the other. */
const mutationKey = ['swipe']
const scope = { id: 'swipe' }

/**
 * The swipe game of this tab. A swipe takes the card at once and is sent behind it; if the server rejects it, the card comes
 * back. More cards are fetched before the last one is reached.
 */
export function useSwipeGame() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const { queryKey } = swipeGameQuery()
  const { data: game, dataUpdatedAt } = useSuspenseQuery(swipeGameQuery())
  const [isLast, setIsLast] = useState(() => isLastDeck(game))
  const swipedIds = useRef(new Set<string>())
  const lastSwiped = useRef<SuggestedMember | null>(null)

  /** Changes the cards alone: the time at which the allowance was fetched stays, because its countdown starts there. */
  function change(update: (game: SwipeGame) => SwipeGame, { isFromServer = false } = {}) {
    const fetchedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    const updatedAt = isFromServer ? Date.now() : fetchedAt
    client.setQueryData(queryKey, (old: SwipeGame | undefined) => old && update(old), { updatedAt })
  }
  const read = () => client.getQueryData<SwipeGame>(queryKey)
  const isOnlyOne = () => client.isMutating({ mutationKey }) <= 1

  const refill = useMutation({
    mutationFn: () => call(getSwipeGame, {}),
    onSuccess: (more) => {
      setIsLast(isLastDeck(more))
      const { allowance, undoable } = more
      const isQuiet = client.isMutating({ mutationKey }) === 0
      change((old) => ({ ...withMore(old, more, swipedIds.current), ...(isQuiet && { allowance, undoable }) }), {
        isFromServer: isQuiet,
      })
    },
    onError: showError,
  })

  const sent = useMutation({
    mutationKey,
    scope,
    mutationFn: ({ card, choice }: Swipe) => call(swipeMember, { params: { profileId: card.id }, body: { choice } }),
    onSuccess: ({ allowance, undoable }, { card, choice }) => {
      if (isOnlyOne()) change((old) => ({ ...old, allowance, undoable }), { isFromServer: true })
      if (choice === 'like') forgetLikes(card.id, true)
      const left = read()?.cards.length ?? 0
      if (left <= SWIPE_REFILL && !isLast && !refill.isPending) refill.mutate()
    },
    onError: (error, { card }) => {
      swipedIds.current.delete(card.id)
      change((old) => withCardBack({ ...old, undoable: null }, card))
      showError(error)
      refill.mutate()
    },
  })

  const undone = useMutation({
    mutationKey,
    scope,
    mutationFn: (profileId: string) => call(undoSwipe, { params: { profileId } }),
    onSuccess: ({ allowance, undoable, card }, profileId) => {
      swipedIds.current.delete(profileId)
      const known = lastSwiped.current?.id === profileId ? lastSwiped.current : null
      const back = card && (known ?? { ...card, reasons: [] })
      change((old) => ({ ...(back ? withCardBack(old, back) : old), allowance, undoable }), { isFromServer: true })
      forgetLikes(profileId, false)
    },
    onError: (error) => {
      showError(error)
      refill.mutate()
    },
  })

  /** The hearts of other pages follow, and what they show is fetched again when they are opened. */
  function forgetLikes(profileId: string, isLiked: boolean) {
    decide(client, { profileId, isLiked })
    for (const query of [likesQuery(), memberQuery(profileId)])
      void client.invalidateQueries({ queryKey: query.queryKey })
  }

  return {
    game,
    /** When the allowance was fetched, by the clock that `Date.now` reads. */
    fetchedAt: dataUpdatedAt,
    isFetching: refill.isPending,
    isUndoing: undone.isPending,
    /** Swipes the card on top and returns it; null when there is none, or no like is left. */
    swipe(choice: SwipeChoice) {
      const card = read()?.cards[0]
      const hasLike = (read()?.allowance.likesLeft ?? 0) > 0
      if (!card || (choice === 'like' && !hasLike)) return null
      swipedIds.current.add(card.id)
      lastSwiped.current = card
      change((old) => withSwipe(old, { card, choice }))
      sent.mutate({ card, choice })
      return card
    },
    undo() {
      if (game.undoable !== null && !undone.isPending) undone.mutate(game.undoable)
    },
    refresh: () => refill.mutate(),
  }
}
