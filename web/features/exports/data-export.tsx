import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { exportUrl } from '#contract/exports/export-url.ts'
import { requestExport, getExport } from '#contract/exports/calls.ts'
import type { DataExport as Export } from '#contract/exports/schemas.ts'
import { EXPORTS_PER_DAY } from '#contract/limits.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SECOND } from '#contract/time.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Requests the file with everything that is stored about the member, and downloads it (ACC-16). */
export function DataExport() {
  const t = useTranslations('exports')
  const client = useQueryClient()
  const errorText = useErrorText()
  const query = useQuery({ ...exportQuery(), refetchInterval: progressInterval })
  const { data } = query
  const request = useMutation({
    async mutationFn() {
      client.setQueryData(exportQuery().queryKey, await call(requestExport, {}))
    },
    onError: () => void client.invalidateQueries({ queryKey: exportQuery().queryKey }),
  })
  const isWaiting = data?.export?.status === 'waiting'
  return (
    <div className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-medium">{t('title')}</h3>
        <p className="mt-1 text-sm text-text-muted">{t('text', { max: EXPORTS_PER_DAY })}</p>
      </div>
      {request.error && (
        <Alert tone="danger" isLive>
          {errorText(request.error)}
        </Alert>
      )}
      <QueryFailed query={query} />
      {query.isPending && <Skeleton className="h-11 w-48 rounded-full" />}
      {data?.export && <State of={data.export} />}
      {data && !isWaiting && (
        <Button
          variant="outline"
          disabled={data.left === 0}
          isPending={request.isPending}
          onClick={() => request.mutate()}
        >
          {data.export ? t('again') : t('request')}
        </Button>
      )}
      {data?.left === 0 && !isWaiting && <p className="text-sm text-text-muted">{t('wait')}</p>}
    </div>
  )
}

function State({ of: { id, status, percent, size, requestedAt, expiresAt } }: { of: Export }) {
  const t = useTranslations('exports')
  const format = useFormatter()
  const date = (text: string | null) => format.dateTime(new Date(text ?? requestedAt), { dateStyle: 'long' })
  if (status === 'failed') return <Alert tone="danger">{t('failed')}</Alert>
  if (status === 'waiting')
    return (
      <div className="w-full" role="status">
        <p className="mb-2 text-sm">{t('building')}</p>
        <progress aria-hidden max={100} value={percent} className="h-2 w-full accent-accent" />
        <p className="text-sm text-text-muted">
          {t('percent', { percent: format.number(percent / 100, { style: 'percent' }) })}
        </p>
      </div>
    )
  const megabytes = format.number(Math.max(0.01, (size ?? 0) / 1024 / 1024), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 2,
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status">{t('ready', { date: date(requestedAt), size: megabytes, until: date(expiresAt) })}</p>
      <Button render={<a href={exportUrl(id)} download aria-label={t('download')} />}>{t('download')}</Button>
    </div>
  )
}

/** How often the progress of an export is fetched. */
const PROGRESS_MS = 2 * SECOND

/** Query of the latest export of the member's data. Fetched again while it is built. */
const exportQuery = () => apiQuery(getExport, {})

/** For `refetchInterval`. */
function progressInterval({
  state: { data },
}: {
  state: { data?: { export: { status: string } | null } | undefined }
}) {
  return data?.export?.status === 'waiting' ? PROGRESS_MS : false
}
