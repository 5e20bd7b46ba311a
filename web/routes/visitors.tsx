import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { VISIT_DAYS } from '#contract/limits.ts'
import { markVisitorsSeen } from '#contract/profiles/visit-calls.ts'
import { call } from '#web/api/call.ts'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { newVisitorsQuery, visitorPagesQuery } from '#web/features/profiles/visits/visitor-queries.ts'
import { VisitorList } from '#web/features/profiles/visits/visitor-list.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/visitors'

const load = loading(async ({ context }: Loading<Route.LoaderArgs>) => {
  await context.get(queryClientContext).infiniteQuery({ ...visitorPagesQuery(), staleTime: 0, networkMode: 'always' })
})
export const loader = load
export const clientLoader = load

/** 'Who viewed me'. Opening the list marks its visits as seen; their marks stay until the next opening. */
export default function Visitors() {
  const t = useTranslations('visitors')
  const client = useQueryClient()
  const hearts = useHearts()
  const { mutate } = useMutation({
    mutationFn: (until: string) => call(markVisitorsSeen, { body: { until } }),
    onSuccess: (reply) => client.setQueryData(newVisitorsQuery().queryKey, reply),
  })
  useEffect(() => {
    // As it was loaded: a visit that arrives later is not on the screen.
    const latest = client.getQueryData(visitorPagesQuery().queryKey)?.pages[0]?.results[0]
    if (latest) mutate(latest.visitedAt)
  }, [client, mutate])
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <h1 className="bar-title mb-2 text-2xl font-bold">{t('title')}</h1>
      <p className="mb-6 text-text-muted">{t('lead', { days: VISIT_DAYS })}</p>
      <VisitorList hearts={hearts} />
    </>
  )
}
