import { findMatches, getSwipeGame } from '#contract/games/calls.ts'
import { apiQuery } from '#web/api/queries.ts'
import { finderQueryOf, type Answers } from './finder-url.ts'

/** The dealt cards and the likes left. The page changes both itself, so nothing is fetched unasked. */
export const swipeGameQuery = () => ({
  ...apiQuery(getSwipeGame, {}),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** The ranked list for some answers. It stays as it is while it is shown, also after a heart was pressed. */
export const finderQuery = (answers: Answers) => ({
  ...apiQuery(findMatches, { query: finderQueryOf(answers) }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
