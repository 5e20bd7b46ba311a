import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useFields } from '#web/features/accounts/login/use-fields.ts'

type Values<Name extends string> = Record<Name, string>

interface Options<Name extends string, Reply> {
  /** Rejects with an ApiError, which is shown at its field. */
  send: (values: Values<Name>) => Promise<Reply>
  onSent?: (reply: Reply, sent: { values: Values<Name>; reset: () => void }) => unknown
}

/** A short form whose fields have these names, and that is sent once at a time; `form` is for its element. */
export function useSentForm<Name extends string, Reply>(
  names: readonly Name[],
  { send, onSent }: Options<Name, Reply>,
) {
  const { formRef, values, showFailure, clear, errorOf } = useFields(names)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (reply, sent) => onSent?.(reply, { values: sent, reset: () => formRef.current?.reset() }),
    onError: showFailure,
  })
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate(values())
  }
  return { form: { ref: formRef, method: 'post', noValidate: true, onSubmit } as const, isPending, clear, errorOf }
}

/** What an element of such a form gets. */
export type SentForm = ReturnType<typeof useSentForm>['form']
