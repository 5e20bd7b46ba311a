import { useMutation } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useActed, type Acted } from '#web/features/operator/ui/use-acted.ts'
import { useAct } from './confirmation.tsx'

/** A mutation for a call of the console: failures are toasts, and what it changes is fetched again. */
export function useActing<E extends Endpoint>(endpoint: E, acted: Acted = {}) {
  const act = useAct()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (input: InputOf<E>) => act(endpoint, input),
    onSuccess: useActed(acted),
    onError(error) {
      const isCancelled = error instanceof ApiError && error.code === 'operator.confirmation_required'
      if (!isCancelled) showError(error)
    },
  })
}
