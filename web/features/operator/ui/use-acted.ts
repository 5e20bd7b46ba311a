import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'

export interface Acted {
  /** Shown as a toast after the act. */
  done?: string | undefined
  /** Reading calls whose replies the act changes. */
  changes?: readonly Endpoint[] | undefined
}

/** Returns what follows an act of an operator: it is confirmed, and what it changes is fetched again. */
export function useActed({ done, changes = [] }: Acted) {
  const client = useQueryClient()
  const toast = useToast()
  return async () => {
    if (done !== undefined) toast.show({ tone: 'success', title: done })
    await Promise.all(changes.map((each) => client.invalidateQueries({ queryKey: apiQueryKey(each) })))
  }
}
