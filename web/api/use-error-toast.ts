import { useCallback } from 'react'
import { useCallErrorText } from '#web/i18n/use-call-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Shows a failed call as a toast: `useMutation({ …, onError: useErrorToast() })`. */
export function useErrorToast() {
  const toast = useToast()
  const errorText = useCallErrorText()
  return useCallback(
    (error: unknown) => void toast.show({ tone: 'danger', title: errorText(error) }),
    [toast, errorText],
  )
}
