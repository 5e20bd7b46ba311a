import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { IncidentTable } from '#web/features/operator/money/incident-table.tsx'
import { MoneyTabs } from '#web/features/operator/money/money-tabs.tsx'
import { incidentsQuery } from '#web/features/operator/money/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/incidents'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await query(incidentsQuery(new URL(request.url).searchParams))
})
export const loader = load
export const clientLoader = load

/** What about payments needs an operator (OPER-14). */
export default function IncidentsPage() {
  const t = useTranslations('operator-money.incidents')
  const [search] = useSearchParams()
  const { incidents, next } = useLoaded(incidentsQuery(search))
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <MoneyTabs />
      <FilterBar>
        <Field label={t('state')}>
          <Select
            name="state"
            defaultValue={search.get('state') ?? 'open'}
            options={[
              { value: 'open', label: t('open') },
              { value: 'closed', label: t('closed') },
            ]}
          />
        </Field>
      </FilterBar>
      <IncidentTable incidents={incidents} />
      <ListPages next={next} />
    </>
  )
}
