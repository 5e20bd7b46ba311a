import * as contract from '#contract/search.ts'
import { PROFILE_QUOTAS, SEARCH_QUOTAS } from '#contract/limits.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { searchMembers, similarMembers } from './service.ts'

export function searchRoutes({ route }: Routes<Viewer>, { db, clock, config, sites }: AppContext) {
  const cursors = createCursors({ secret: config.secret, purpose: 'search' })

  route(
    contract.searchMembers,
    ({ viewer, host, query: { page = 1, after, ...filters } }) => {
      const { settings } = sites.of(host)
      return searchMembers({ db, clock, cursors }, { viewer, settings, filters, after, pageNumber: page })
    },
    { quotas: SEARCH_QUOTAS },
  )

  route(
    contract.getSimilarMembers,
    async ({ viewer, params: { profileId } }) => ({
      results: await similarMembers({ db, clock }, { viewer, profileId }),
    }),
    { quotas: { ...PROFILE_QUOTAS, name: 'similar' } },
  )
}
