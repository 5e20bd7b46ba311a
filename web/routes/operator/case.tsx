import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { CasePage } from '#web/features/operator/cases/case-page.tsx'
import { caseFilters, caseQuery } from '#web/features/operator/cases/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/case'

const load = loading(async ({ query, params, request }: Loading<Route.LoaderArgs>) => {
  const { kind } = caseFilters(new URL(request.url).searchParams)
  await query(caseQuery(params.reference, kind))
})
export const loader = load
export const clientLoader = load

/** A case with what a decision needs (MOD-21). */
export default function OneCasePage({ params: { reference } }: Route.ComponentProps) {
  const t = useTranslations('operator-cases.case')
  const [search] = useSearchParams()
  const { kind } = caseFilters(search)
  const reply = useLoaded(caseQuery(reference, kind))
  return (
    <>
      <ConsoleTitle title={t('title', { reference })} />
      {/* Each case starts with an empty form and covered images. */}
      <CasePage key={reference} reply={reply} kind={kind} />
    </>
  )
}
