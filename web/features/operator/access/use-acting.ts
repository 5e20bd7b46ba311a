import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useAct } from './confirmation.tsx'

interface Options {
  /** Shown as a toast after the act. */
  done?: string
  /** Reading calls whose replies the act changes. */
  changes?: readonly Endpoint[]
}

/** A mutation for a call of the console: failures are toasts, and what it changes is fetched again. */
export function useActing<E extends Endpoint>(endpoint: E, { done, changes = [] }: Options = {}) {
  const act = useAct()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (input: InputOf<E>) => act(endpoint, input),
    async onSuccess() {
      if (done) toast.show({ tone: 'success', title: done })
      await Promise.all(changes.map((each) => client.invalidateQueries({ queryKey: apiQueryKey(each) })))
    },
    onError(error) {
      const isCancelled = error instanceof ApiError && error.code === 'operator.confirmation_required'
      if (!isCancelled) showError(error)
    },
  })
}
