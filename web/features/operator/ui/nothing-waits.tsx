import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#web/ui/elements/button.tsx'

interface Props {
  text: string
  reloadText: string
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
}

/** In place of a queue that is empty: asks again on demand. */
export function NothingWaits({ text, reloadText, query }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md bg-surface-raised p-6 text-text-muted">
      <p>{text}</p>
      <Button size="sm" variant="outline" isPending={query.isFetching} onClick={() => void query.refetch()}>
        {reloadText}
      </Button>
    </div>
  )
}
