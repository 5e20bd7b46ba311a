import * as contract from '#contract/games/calls.ts'
import * as schemas from '#contract/games/schemas.ts'
import { LIKE_QUOTAS, SEARCH_QUOTAS, SWIPE_RATE } from '#contract/limits.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { getDiscovery } from './discovery.ts'
import { findMatches, getSwipeGame } from './service.ts'
import { swipeMember, undoSwipe } from './swipe.ts'

export function gamesRoutes({ route }: Routes<SearchingViewer>, context: AppContext) {
  const { sites } = context

  route(
    contract.getSwipeGame,
    schemas.getSwipeGame,
    ({ viewer, host, visitor }) =>
      getSwipeGame(context, { viewer, visitor: visitor(), settings: sites.of(host).settings }),
    { quotas: { ...SEARCH_QUOTAS, name: 'swipe deck' } },
  )

  route(
    contract.swipeMember,
    schemas.swipeMember,
    ({ viewer, params: { profileId }, body: { choice } }) => swipeMember(context, { viewer, profileId, choice }),
    // A like that is undone is given back, and has notified the other member.
    { memberRate: SWIPE_RATE, quotas: LIKE_QUOTAS, isCounted: ({ body: { choice } }) => choice === 'like' },
  )

  route(
    contract.undoSwipe,
    schemas.undoSwipe,
    ({ viewer, params: { profileId } }) => undoSwipe(context, { viewer, profileId }),
    {
      memberRate: SWIPE_RATE,
    },
  )

  route(
    contract.findMatches,
    schemas.findMatches,
    ({ viewer, host, visitor, query: answers }) =>
      findMatches(context, { viewer, visitor: visitor(), settings: sites.of(host).settings, answers }),
    { quotas: { ...SEARCH_QUOTAS, name: 'match finder' } },
  )

  route(
    contract.getDiscovery,
    schemas.getDiscovery,
    ({ viewer, host, visitor }) =>
      getDiscovery(context, { viewer, visitor: visitor(), settings: sites.of(host).settings }),
    { quotas: { ...SEARCH_QUOTAS, name: 'discovery' } },
  )
}
