import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { decisionQuery } from '#web/features/moderation/decision-queries.ts'
import { DecisionPage } from '#web/features/moderation/decision-page.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/decision'

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  await query(decisionQuery(params.reference))
})
export const loader = load
export const clientLoader = load

/** A decision or the state of a report, to who has its reference: also to a member who cannot log in. */
export default function Decision({ params: { reference } }: Route.ComponentProps) {
  const t = useTranslations('decisions')
  return (
    <>
      <PageTitle title={t('title', { reference })} isPrivate />
      <DecisionPage reference={reference} />
    </>
  )
}
