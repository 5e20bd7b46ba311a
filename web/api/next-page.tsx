import { useCallErrorText } from '#web/i18n/use-call-error-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'

interface Props {
  /** What `useInfiniteQuery` returns. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  label: string
  className?: string
}

/**
 * Fetches the next page of the list above it; nothing if there is none. After a failure it shows why, and the
 * same, still focused button tries again.
 */
export function NextPage({ query, label, className }: Props) {
  const errorText = useCallErrorText()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <div className={cx('text-center', className)}>
      <p role="status" className="mb-2 text-sm text-danger-text empty:sr-only">
        {isFetchNextPageError && !isFetchingNextPage && errorText(error)}
      </p>
      <Button variant="outline" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
