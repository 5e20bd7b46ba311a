import { useMutation } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useActed, type Acted } from '#web/features/operator/ui/use-acted.ts'
import { isCancelled, useAct } from './confirmation.tsx'

/** A mutation for a call of the console: failures are toasts, and what it changes is fetched again. */
export function useActing<E extends Endpoint>(endpoint: E, acted: Acted = {}) {
  const act = useAct()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (input: InputOf<E>) => act(endpoint, input),
    onSuccess: useActed(acted),
    onError(error) {
      if (!isCancelled(error)) showError(error)
    },
  })
}
