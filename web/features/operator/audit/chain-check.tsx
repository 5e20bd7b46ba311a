import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportAudit } from '#contract/operator/audit/calls.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { chainQuery } from './queries.ts'

/** Checks on request that no entry of the log was changed or removed, and offers the whole log as a file. */
export function ChainCheck() {
  const t = useTranslations('operator-acts.chain')
  const [isAsked, setIsAsked] = useState(false)
  const query = useQuery({ ...chainQuery(), enabled: isAsked, staleTime: 0 })
  const { data, isFetching, refetch } = query
  return (
    <section className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="outline"
          isPending={isFetching}
          onClick={() => (isAsked ? void refetch() : setIsAsked(true))}
        >
          {t('check')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          render={
            <a href={fileUrl(exportAudit.path, { format: 'json' })} download>
              {t('json')}
            </a>
          }
        >
          {t('json')}
        </Button>
      </div>
      <QueryFailed query={query} />
      {data && (
        <Alert
          isLive
          tone={data.brokenAt === null ? 'success' : 'danger'}
          title={data.brokenAt === null ? t('whole', { count: data.entries }) : t('broken', { id: data.brokenAt })}
        >
          {data.lastHash && <span className="break-all">{t('lastHash', { hash: data.lastHash })}</span>}
        </Alert>
      )}
    </section>
  )
}
