import * as contract from '#contract/search/calls.ts'
import * as schemas from '#contract/search/schemas.ts'
import { PROFILE_QUOTAS, SEARCH_QUOTAS } from '#contract/limits.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { settingsForVisitor } from '#server/features/settings/traffic-source.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { BusySearches } from './busy-searches.ts'
import { otherMembers, searchMembers, similarMembers } from './service.ts'
import { suggestSearches } from './suggestions.ts'

export function searchRoutes({ route }: Routes<SearchingViewer>, { clock, config, sites }: AppContext) {
  const cursors = createCursors(config, 'search')
  const suggesting = new BusySearches()

  route(
    contract.searchMembers,
    schemas.searchMembers,
    ({ viewer, host, visitor, request, read, query: { page = 1, after, ...filters } }) => {
      const settings = settingsForVisitor(request, sites.of(host).settings)
      const search = { viewer, visitor: visitor(), settings, filters, after, pageNumber: page }
      return read((db) => searchMembers({ db, clock, cursors }, search))
    },
    { quotas: SEARCH_QUOTAS },
  )

  route(
    contract.getSearchSuggestions,
    schemas.getSearchSuggestions,
    ({ viewer, host, visitor, read, query: filters }) => {
      const search = { viewer, visitor: visitor(), settings: sites.of(host).settings, filters }
      return suggesting.run(viewer.userId, () => read((db) => suggestSearches({ db, clock }, search)))
    },
    { quotas: { ...SEARCH_QUOTAS, name: 'suggestions' } },
  )

  route(
    contract.getOtherMembers,
    schemas.getOtherMembers,
    async ({ viewer, host, visitor, request, read, query: filters }) => {
      const settings = settingsForVisitor(request, sites.of(host).settings)
      const search = { viewer, visitor: visitor(), settings, filters }
      return { results: await read((db) => otherMembers({ db, clock }, search)) }
    },
    { quotas: { ...SEARCH_QUOTAS, name: 'others' } },
  )

  route(
    contract.getSimilarMembers,
    schemas.getSimilarMembers,
    async ({ viewer, read, params: { profileId } }) => ({
      results: await read((db) => similarMembers({ db, clock }, { viewer, profileId })),
    }),
    { quotas: { ...PROFILE_QUOTAS, name: 'similar' } },
  )
}
