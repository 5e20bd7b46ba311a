import { useTranslations } from '#web/i18n/intl.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'

interface Props {
  /** What `useQuery` returns. */
  query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

/** Replaces a part of a page whose query failed by a retry button. Renders nothing while there is data. */
export function QueryFailed({ query: { data, isError, isFetching, refetch } }: Props) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  if (!isError || data !== undefined) return null
  return (
    <LoadFailed
      text={t('part_failed')}
      retryLabel={common('retry')}
      isPending={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
