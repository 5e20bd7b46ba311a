import { createContext, use } from 'react'
import { useSearchParams } from 'react-router'
import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { caseFilters, casePath } from './queries.ts'
import { isSelectable } from './use-case-selection.ts'
import { useOperatorName, useReasonText } from './use-case-texts.ts'

/** From this priority a case is about danger or money (`priorityOf`). */
const URGENT = 2

interface Selection {
  operators: readonly { id: string; name: string }[]
  selected: ReadonlySet<string>
  onToggle: (reference: string) => void
}

const SelectionContext = createContext<Selection>({ operators: [], selected: new Set(), onToggle() {} })

const columns = {
  reason: Reason,
  kind: Kind,
  member: Subject,
  opened: Waiting,
  state: State,
  select: Choice,
} satisfies Columns<CaseSummary>

/** A page of the queue. Rows that the operator can decide have a box, for several at a time. */
export function CaseTable({ cases, ...selection }: Selection & { cases: readonly CaseSummary[] }) {
  const t = useTranslations('operator-cases')
  const [search] = useSearchParams()
  const { kind } = caseFilters(search)
  return (
    <SelectionContext value={selection}>
      <DataList
        label={t('title')}
        columns={columns}
        heading={(name) => t(`columns.${name}`)}
        rows={cases}
        rowId={({ reference }) => reference}
        rowPath={({ reference }) => casePath(reference, kind)}
        empty={t('empty')}
      />
    </SelectionContext>
  )
}

function Reason({ reason, reference }: CaseSummary) {
  const text = useReasonText()
  return (
    <>
      {text(reason)} <span className="sr-only">{reference}</span>
    </>
  )
}

function Kind({ kind, priority, notices }: CaseSummary) {
  const t = useTranslations('operator-cases')
  return (
    <span className="flex flex-wrap items-center gap-1">
      {t(`kinds.${kind}`)}
      {priority >= URGENT && <Badge tone="warning">{t('urgent')}</Badge>}
      {notices > 1 && <span className="text-text-muted">{t('notices', { count: notices })}</span>}
    </span>
  )
}

function Subject({ subjectName, kind }: CaseSummary) {
  const t = useTranslations('operator-cases')
  return (
    subjectName ?? (
      <span className="text-text-muted">{t(kind === 'complaint' || kind === 'removal' ? 'noMember' : 'erased')}</span>
    )
  )
}

function Waiting({ openedAt, dueAt, status }: CaseSummary) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Age at={openedAt} />
      {status === 'open' && dueAt !== null && <Due at={dueAt} />}
    </span>
  )
}

/** Until when a case must be decided. */
export function Due({ at }: { at: string }) {
  const t = useTranslations('operator-cases')
  const format = useFormatter()
  const now = useNow()
  if (new Date(at) < now) return <Badge tone="danger">{t('late')}</Badge>
  return <Badge tone="warning">{t('due', { when: format.relativeTime(new Date(at), now) })}</Badge>
}

/** How long ago something was, with the time itself for the pointer. */
export function Age({ at }: { at: string }) {
  const format = useFormatter()
  const now = useNow()
  return (
    <time
      dateTime={at}
      title={format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
      className="whitespace-nowrap"
    >
      {format.relativeTime(elapsedFrom(new Date(at), now), now)}
    </time>
  )
}

function State({ status, claim, claimedBy, isExcluded, decision, decidedBy }: CaseSummary) {
  const t = useTranslations('operator-cases')
  const nameOf = useOperatorName(use(SelectionContext).operators)
  if (status === 'decided' && decision)
    return (
      <>
        <Badge>{t(`decision.options.${decision}`)}</Badge>
        <span className="block text-text-muted">{nameOf(decidedBy)}</span>
      </>
    )
  if (isExcluded) return <Badge>{t('states.excluded')}</Badge>
  if (claim === 'other') return <Badge tone="warning">{t('states.other', { name: nameOf(claimedBy) })}</Badge>
  return <Badge tone={claim === 'mine' ? 'accent' : 'success'}>{t(`states.${claim}`)}</Badge>
}

function Choice(summary: CaseSummary) {
  const t = useTranslations('operator-cases')
  const { selected, onToggle } = use(SelectionContext)
  const { reference } = summary
  if (!isSelectable(summary)) return null
  return (
    <Checkbox
      label={<span className="sr-only">{t('select', { reference })}</span>}
      checked={selected.has(reference)}
      onChange={() => onToggle(reference)}
      className="-my-2.5"
    />
  )
}
