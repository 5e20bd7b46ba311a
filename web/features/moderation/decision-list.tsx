import { useSuspenseQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { decisionsQuery } from './decision-queries.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { useStatementReason } from './use-statement-reason.ts'

/** The measures against the member, each with the way to its reasons. */
export function DecisionList() {
  const t = useTranslations('decisions')
  const format = useFormatter()
  const reasonOf = useStatementReason()
  const { decisions } = useSuspenseQuery(decisionsQuery()).data
  useMarkSeen(decisions.map(({ reference }) => reference))
  if (decisions.length === 0) return <p className="text-text-muted">{t('none')}</p>
  return (
    <ul className="flex flex-col gap-4">
      {decisions.map(({ reference, decidedAt, openedAt, statement }) => (
        <Card key={reference} padding="lg" render={<li />} className="flex flex-col gap-2">
          <p className="text-sm text-text-muted">
            {t('decided', { date: format.dateTime(new Date(decidedAt ?? openedAt), { dateStyle: 'long' }) })}
          </p>
          {statement && <p>{reasonOf(statement)}</p>}
          <Link className="font-semibold text-accent-text underline" to={href('/decisions/:reference', { reference })}>
            {t('open')}
          </Link>
        </Card>
      ))}
    </ul>
  )
}
