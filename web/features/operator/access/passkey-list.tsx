import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { PasskeyView } from '#contract/accounts/security-schemas.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/limits.ts'
import * as calls from '#contract/operator/access/passkey-calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { createPasskey, passkeyProblem } from '#web/features/accounts/security/passkey-in-browser.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { passkeysQuery } from '#web/features/operator/queries.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useAct } from './confirmation.tsx'
import { useActing } from './use-acting.ts'

const columns = {
  name: ({ name }) => name,
  added: ({ createdAt }) => <When at={createdAt} />,
  used: ({ lastUsedAt }) => <When at={lastUsedAt} />,
  acts: Remove,
} satisfies Columns<PasskeyView>

/** The passkeys of the operator, and the form that adds one (OPER-31). */
export function PasskeyList() {
  const t = useTranslations('operator.passkeys')
  const { passkeys } = useLoaded(passkeysQuery())
  return (
    <>
      <DataList
        label={t('title')}
        columns={columns}
        heading={(name) => t(name)}
        rows={passkeys}
        rowId={({ id }) => id}
        empty={t('none')}
      />
      <AddPasskey />
    </>
  )
}

function Remove({ id, name }: PasskeyView) {
  const t = useTranslations('operator.passkeys')
  const changes = [calls.listOperatorPasskeys]
  const remove = useActing(calls.removeOperatorPasskey, { done: t('removed'), changes })
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={t('removeNamed', { name })}
      isPending={remove.isPending}
      onClick={() => remove.mutate({ params: { passkeyId: id } })}
    >
      {t('remove')}
    </Button>
  )
}

function AddPasskey() {
  const t = useTranslations('operator.passkeys')
  const act = useAct()
  const client = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<'cancelled' | 'unsupported' | 'exists' | null>(null)
  const { formRef, values, showFailure, clear, errorOf } = useFields(['name'])
  const { mutate, isPending } = useMutation({
    async mutationFn({ name }: { name: string }) {
      const { options } = await act(calls.startOperatorPasskey, {})
      const credential = await createPasskey(options)
      await act(calls.addOperatorPasskey, { body: { name, credential } })
    },
    async onSuccess() {
      formRef.current?.reset()
      toast.show({ tone: 'success', title: t('saved') })
      await client.invalidateQueries({ queryKey: passkeysQuery().queryKey })
    },
    onError(error) {
      if (error instanceof ApiError) showFailure(error)
      else setProblem(passkeyProblem(error))
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setProblem(null)
    if (!isPending) mutate(values())
  }

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex max-w-md flex-col gap-3">
      <FormProblem>{errorOf('form') ?? (problem && t(problem))}</FormProblem>
      <Field label={t('name')} description={t('help')} error={errorOf('name')}>
        <TextInput name="name" autoComplete="off" maxLength={PASSKEY_NAME_MAX_LENGTH} onChange={() => clear('name')} />
      </Field>
      <Button type="submit" className="self-start" isPending={isPending}>
        {t('add')}
      </Button>
    </form>
  )
}
