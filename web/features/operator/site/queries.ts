import { infiniteQueryOptions } from '@tanstack/react-query'
import { getLanderContent, listLanders } from '#contract/operator/site/lander-calls.ts'
import * as calls from '#contract/operator/site/calls.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { LanderKey } from '#contract/landers/lander-subject.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/**
 * Of queries that a form begins with. Their data change when an operator saves or opens the page: in between
 * they would take what is typed, and the version by which the server sees that someone else was faster.
 */
export const edited = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const sitesQuery = () => apiQuery(calls.listSites, {})
export const pagesQuery = () => apiQuery(calls.listPageTexts, {})
export const siteQuery = (siteId: number) => ({ ...apiQuery(calls.getSite, { params: { siteId } }), ...edited })
export const companyQuery = (companyId: number) => ({
  ...apiQuery(calls.getCompany, { params: { companyId } }),
  ...edited,
})
export const pageQuery = (params: InputOf<typeof calls.getPageText>['params']) => ({
  ...apiQuery(calls.getPageText, { params }),
  ...edited,
})
export const historyQuery = (subject: string) => apiQuery(calls.listHistory, { query: { subject } })

/** The pages of a history that have been loaded so far. The first one is that of `historyQuery`. */
export const historyPagesQuery = (subject: string) =>
  infiniteQueryOptions({
    queryKey: [...apiQueryKey(calls.listHistory), 'pages', subject],
    initialPageParam: null as number | null,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        calls.listHistory,
        { query: pageParam === null ? { subject } : { subject, before: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })

export const landersQuery = (before: string | null) =>
  apiQuery(listLanders, { query: before === null ? {} : { before } })
export function landerQuery({ lander, siteId, niche, slug, country, language }: LanderKey) {
  const query = {
    ...(siteId !== null && { siteId }),
    ...(niche !== null && { niche }),
    ...(slug !== null && { slug }),
    ...(country !== null && { country }),
    ...(language !== null && { language }),
  }
  return { ...apiQuery(getLanderContent, { params: { lander }, query }), ...edited }
}
