import { useSearchParams } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { BulkDecision } from '#web/features/operator/cases/bulk-decision.tsx'
import { CaseFilterBar } from '#web/features/operator/cases/case-filters.tsx'
import { CaseTable } from '#web/features/operator/cases/case-table.tsx'
import { Key } from '#web/features/operator/cases/decision-form.tsx'
import { caseFilters, casesQuery, waitingQuery } from '#web/features/operator/cases/queries.ts'
import { StatementDownload } from '#web/features/operator/cases/statement-download.tsx'
import { useCaseSelection } from '#web/features/operator/cases/use-case-selection.ts'
import { useOpenNext } from '#web/features/operator/cases/use-case-work.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/cases'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(casesQuery(new URL(request.url).searchParams)), query(waitingQuery())])
})
export const loader = load
export const clientLoader = load

/** The queue of the cases (MOD-20). */
export default function CasesPage() {
  const t = useTranslations('operator-cases')
  const [search] = useSearchParams()
  const { cases, next, operators } = useLoaded(casesQuery(search))
  const { selected, toggle, clear } = useCaseSelection(cases)
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <Waiting />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <CaseFilterBar />
        <NextCase />
      </div>
      <CaseTable cases={cases} operators={operators} selected={selected} onToggle={toggle} />
      <BulkDecision cases={cases.filter(({ reference }) => selected.has(reference))} onClear={clear} />
      <ListPages next={next} />
      <Link to="/operator/cases/numbers" className="target text-sm font-semibold text-accent-text underline">
        {t('numbers.title')}
      </Link>
      <StatementDownload />
    </>
  )
}

/** How many cases are open, and how old the oldest is. */
function Waiting() {
  const t = useTranslations('operator-cases')
  const format = useFormatter()
  const now = useNow()
  const { count, oldestAt } = useLoaded(waitingQuery()).cases
  return (
    <p className="text-sm text-text-muted">
      {t('count', { count })}
      {oldestAt && `, ${t('oldest', { when: format.relativeTime(elapsedFrom(new Date(oldestAt), now), now) })}`}
    </p>
  )
}

function NextCase() {
  const t = useTranslations('operator-cases')
  const [search] = useSearchParams()
  const openNext = useOpenNext(caseFilters(search).kind)
  const showError = useErrorToast()
  const open = () => void openNext({ next: null, current: null }).catch(showError)
  useHotkeys({ n: open })
  return (
    <Button aria-keyshortcuts="n" onClick={open}>
      {t('next')} <Key>n</Key>
    </Button>
  )
}
