import type { CaseNumbers } from '#contract/operator/moderation/number-schemas.ts'
import { HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

type KindRow = CaseNumbers['kinds'][number]
type DecisionRow = CaseNumbers['decisions'][number]

const counts = ['opened', 'decided', 'withinDay', 'late'] as const
const times = ['meanSeconds', 'longestSeconds'] as const

const kindColumns: Column<KindRow>[] = [
  { id: 'kind', header: () => <Heading name="kind" />, cell: ({ row }) => <Kind {...row.original} /> },
  ...counts.map((name): Column<KindRow> => ({
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Count value={row.original[name]} />,
  })),
  ...times.map((name): Column<KindRow> => ({
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Duration seconds={row.original[name]} />,
  })),
]

/** How many cases of each kind came and were decided, and how long that took. */
export function KindTable({ kinds }: Pick<CaseNumbers, 'kinds'>) {
  const t = useTranslations('operator-cases.numbers')
  return <DataList label={t('times')} columns={kindColumns} rows={kinds} rowId={({ kind }) => kind} empty={t('none')} />
}

const decisionColumns: Column<DecisionRow>[] = [
  { id: 'kind', header: () => <Heading name="kind" />, cell: ({ row }) => <Kind {...row.original} /> },
  { id: 'source', header: () => <Heading name="source" />, cell: ({ row }) => <Source {...row.original} /> },
  { id: 'decision', header: () => <Heading name="decision" />, cell: ({ row }) => <Decision {...row.original} /> },
  { id: 'rule', header: () => <Heading name="rule" />, cell: ({ row }) => <Rule {...row.original} /> },
  { id: 'content', header: () => <Heading name="content" />, cell: ({ row }) => <Content {...row.original} /> },
  { id: 'count', header: () => <Heading name="count" />, cell: ({ row }) => <Count value={row.original.count} /> },
]

/** What was decided, by source, decision, rule and content: the counts of a transparency report. */
export function DecisionTable({ decisions }: Pick<CaseNumbers, 'decisions'>) {
  const t = useTranslations('operator-cases.numbers')
  return (
    <DataList
      label={t('decisions')}
      columns={decisionColumns}
      rows={decisions}
      rowId={({ kind, source, decision, violation, content }) => [kind, source, decision, violation, content].join(' ')}
      empty={t('none')}
    />
  )
}

type Name =
  | (typeof counts)[number]
  | (typeof times)[number]
  | 'kind'
  | 'source'
  | 'decision'
  | 'rule'
  | 'content'
  | 'count'

function Heading({ name }: { name: Name }) {
  const t = useTranslations('operator-cases.numbers')
  return t(name)
}

function Kind({ kind }: Pick<KindRow, 'kind'>) {
  const t = useTranslations('operator-cases.kinds')
  return t(kind)
}

function Source({ source }: DecisionRow) {
  const t = useTranslations('operator-cases.numbers.sources')
  return t(source)
}

function Decision({ decision }: DecisionRow) {
  const t = useTranslations('operator-cases.decision.options')
  return t(decision)
}

function Rule({ violation }: DecisionRow) {
  const t = useTranslations('operator-cases.violations')
  return violation && t(violation)
}

function Content({ content }: DecisionRow) {
  const t = useTranslations('operator-cases.numbers.contents')
  return content && t(content)
}

function Count({ value }: { value: number }) {
  const format = useFormatter()
  return <span className="tabular-nums">{format.number(value)}</span>
}

function Duration({ seconds }: { seconds: number | null }) {
  const format = useFormatter()
  if (seconds === null) return null
  const ms = seconds * SECOND
  const isLong = ms >= 2 * HOUR
  return (
    <span className="whitespace-nowrap tabular-nums">
      {format.number(Math.round(ms / (isLong ? HOUR : MINUTE)), {
        style: 'unit',
        unit: isLong ? 'hour' : 'minute',
        unitDisplay: 'short',
      })}
    </span>
  )
}
