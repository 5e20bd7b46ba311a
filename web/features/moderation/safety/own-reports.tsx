import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import type { OwnReport } from '#contract/moderation/schemas.ts'
import { NextPage } from '#web/api/next-page.tsx'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { reportPagesQuery } from '../queries.ts'

/** The reports that the member sent, each with its state and the way to its decision (MOD-33). */
export function OwnReports() {
  const t = useTranslations('safety.reports')
  const moreT = useTranslations('moderation')
  const query = useSuspenseInfiniteQuery(reportPagesQuery())
  const reports = query.data.pages.flatMap((page) => page.reports)
  return (
    <section aria-labelledby="own-reports">
      <h3 id="own-reports" className="mb-3 text-lg font-semibold">
        {t('title')}
      </h3>
      {reports.length === 0 ? (
        <p className="text-text-muted">{t('none')}</p>
      ) : (
        <Rows>
          {reports.map((report) => (
            <RowLink
              key={report.id}
              to={href('/decisions/:reference', { reference: report.id })}
              label={<ReportLine report={report} />}
            />
          ))}
        </Rows>
      )}
      <NextPage query={query} label={moreT('more')} className="mt-4" />
    </section>
  )
}

function ReportLine({ report: { name, reason, target, createdAt, outcome } }: { report: OwnReport }) {
  const t = useTranslations('safety.reports')
  const reasonT = useTranslations('reports.reasons')
  const format = useFormatter()
  const date = format.dateTime(new Date(createdAt), { dateStyle: 'medium' })
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0">
        <span className="block font-medium">{reasonT(reason)}</span>
        <span className="block text-sm text-text-muted">
          {t(`targets.${target}`)} · <bdi>{name ?? t('someone')}</bdi> · {date}
        </span>
      </span>
      <Badge tone={outcome === null ? 'soft' : outcome === 'action' ? 'success' : 'plain'}>
        {t(`states.${outcome ?? 'waiting'}`)}
      </Badge>
    </span>
  )
}
