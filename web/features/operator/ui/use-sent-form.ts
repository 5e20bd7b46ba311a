import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { useActed, type Acted } from './use-acted.ts'

type Values<Name extends string> = Record<Name, string>

interface Options<Name extends string, Reply> extends Acted {
  /** Rejects with an ApiError, which is shown at its field. */
  send: (values: Values<Name>) => Promise<Reply>
  onSent?: (reply: Reply, sent: { values: Values<Name>; reset: () => void }) => unknown
}

/** A short form whose fields have these names, and that is sent once at a time; `form` is for its element. */
export function useSentForm<Name extends string, Reply>(names: readonly Name[], options: Options<Name, Reply>) {
  const { formRef, values, showFailure, clear, errorOf } = useFields(names)
  const { send, onSent } = options
  const acted = useActed(options)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    async onSuccess(reply, sent) {
      await onSent?.(reply, { values: sent, reset: () => formRef.current?.reset() })
      await acted()
    },
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
