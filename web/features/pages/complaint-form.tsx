import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { z } from 'zod'
import { textLanguage } from '#contract/languages.ts'
import { COMPLAINT_TEXT_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { complaintTopics } from '#contract/pages/page-names.ts'
import { ComplaintForm as ComplaintSchema } from '#contract/pages/schemas.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { call } from '#web/api/call.ts'
import { createClientIds } from '#web/api/client-ids.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useFocusOnMount } from '#web/ui/hooks/use-focus-on-mount.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'

/** What is typed; the rest of a complaint is known. */
const Typed = ComplaintSchema.omit({ clientId: true, language: true })

/** The form of the complaints page, then its receipt (MOD-7). */
export function ComplaintForm() {
  const t = useTranslations('pages.complaints')
  const user = useUser()
  const language = textLanguage(useLanguage().language)
  // A form that is sent again is one complaint, unless it was edited meanwhile.
  const [clientIdFor] = useState(() => createClientIds<string>())
  const { mutateAsync, data } = useMutation({
    mutationFn: (values: z.output<typeof Typed>) =>
      call(sendComplaint, { body: { ...values, clientId: clientIdFor(JSON.stringify(values)), language } }),
  })
  const form = useApiForm({
    schema: Typed,
    defaultValues: { topic: '' as 'other', name: user?.profile.name ?? '', email: user?.email ?? '', text: '' },
    send: mutateAsync,
  })
  if (data) return <Receipt reference={data.complaint.id} />
  return (
    <Card padding="lg" className="mt-8">
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <h2 className="text-xl font-bold">{t('formTitle')}</h2>
        <FormProblem>{form.problem}</FormProblem>
        <Field label={t('topic')} error={form.errorOf('topic')}>
          <Select
            {...form.register('topic')}
            placeholder={t('choose')}
            options={complaintTopics.map((value) => ({ value, label: t(`topics.${value}`) }))}
          />
        </Field>
        <Field label={t('text')} description={t('textHelp')} error={form.errorOf('text')}>
          <Textarea {...form.register('text')} rows={6} maxLength={COMPLAINT_TEXT_MAX_LENGTH} />
        </Field>
        <Field label={t('name')} hint={t('optional')} error={form.errorOf('name')}>
          <TextInput {...form.register('name')} autoComplete="name" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field label={t('email')} description={t('emailHelp')} error={form.errorOf('email')}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending}>
          {t('send')}
        </Button>
      </form>
    </Card>
  )
}

function Receipt({ reference }: { reference: string }) {
  const t = useTranslations('pages.complaints')
  const receipt = useFocusOnMount<HTMLDivElement>()
  return (
    <div ref={receipt} tabIndex={-1} className="mt-8 outline-none">
      <Alert tone="success" title={t('sentTitle')}>
        {t('sent', { reference })}
      </Alert>
    </div>
  )
}
