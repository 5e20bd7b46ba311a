import type { CaseNumbers } from '#contract/operator/moderation/number-schemas.ts'
import { HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { Count } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

type KindRow = CaseNumbers['kinds'][number]
type DecisionRow = CaseNumbers['decisions'][number]

const kindColumns = {
  kind: Kind,
  opened: ({ opened }) => <Count value={opened} />,
  decided: ({ decided }) => <Count value={decided} />,
  withinDay: ({ withinDay }) => <Count value={withinDay} />,
  late: ({ late }) => <Count value={late} />,
  meanSeconds: ({ meanSeconds }) => <Duration seconds={meanSeconds} />,
  longestSeconds: ({ longestSeconds }) => <Duration seconds={longestSeconds} />,
} satisfies Columns<KindRow>

/** How many cases of each kind came and were decided, and how long that took. */
export function KindTable({ kinds }: Pick<CaseNumbers, 'kinds'>) {
  const t = useTranslations('operator-cases.numbers')
  return (
    <DataList
      label={t('times')}
      columns={kindColumns}
      heading={(name) => t(name)}
      rows={kinds}
      rowId={({ kind }) => kind}
      empty={t('none')}
    />
  )
}

const decisionColumns = {
  kind: Kind,
  source: Source,
  decision: Decision,
  rule: Rule,
  content: Content,
  count: ({ count }) => <Count value={count} />,
} satisfies Columns<DecisionRow>

/** What was decided, by source, decision, rule and content: the counts of a transparency report. */
export function DecisionTable({ decisions }: Pick<CaseNumbers, 'decisions'>) {
  const t = useTranslations('operator-cases.numbers')
  return (
    <DataList
      label={t('decisions')}
      columns={decisionColumns}
      heading={(name) => t(name)}
      rows={decisions}
      rowId={({ kind, source, decision, violation, content }) => [kind, source, decision, violation, content].join(' ')}
      empty={t('none')}
    />
  )
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
