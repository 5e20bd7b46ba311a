import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import type { z } from 'zod'
import { textLanguage } from '#contract/languages.ts'
import { COMPLAINT_TEXT_MAX_LENGTH, NAME_MAX_LENGTH, REMOVAL_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import { requestRemoval } from '#contract/moderation/removal-calls.ts'
import { RemovalForm as RemovalSchema } from '#contract/moderation/removal-schemas.ts'
import { call } from '#web/api/call.ts'
import { createClientIds } from '#web/api/client-ids.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { Link } from '#web/api/link.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useFocusOnMount } from '#web/ui/hooks/use-focus-on-mount.ts'

/** What is typed; the rest of a request is known. */
const Typed = RemovalSchema.omit({ clientId: true, language: true })

/** Asks for the removal of an intimate image, by anyone; then its receipt (MOD-31). */
export function RemovalForm() {
  const t = useTranslations('pages')
  const user = useUser()
  const language = textLanguage(useLanguage().language)
  // A form that is sent again is one request, unless it was edited meanwhile.
  const [clientIdFor] = useState(() => createClientIds<string>())
  const { mutateAsync, data } = useMutation({
    mutationFn: (values: z.output<typeof Typed>) =>
      call(requestRemoval, { body: { ...values, clientId: clientIdFor(JSON.stringify(values)), language } }),
  })
  const form = useApiForm({
    schema: Typed,
    defaultValues: {
      place: '',
      text: '',
      name: user?.profile.name ?? '',
      email: user?.email ?? '',
      isDeclared: false as true,
    },
    send: mutateAsync,
  })
  if (data) return <Receipt reference={data.request.id} />
  return (
    <Card padding="lg" className="mt-8">
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <h2 className="text-xl font-bold">{t('removal.formTitle')}</h2>
        <FormProblem>{form.problem}</FormProblem>
        <Field label={t('removal.place')} description={t('removal.placeHelp')} error={form.errorOf('place')}>
          <Textarea {...form.register('place')} rows={2} maxLength={REMOVAL_PLACE_MAX_LENGTH} />
        </Field>
        <Field label={t('removal.text')} hint={t('complaints.optional')} error={form.errorOf('text')}>
          <Textarea {...form.register('text')} rows={4} maxLength={COMPLAINT_TEXT_MAX_LENGTH} />
        </Field>
        <Field label={t('complaints.name')} hint={t('complaints.optional')} error={form.errorOf('name')}>
          <TextInput {...form.register('name')} autoComplete="name" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field label={t('complaints.email')} description={t('complaints.emailHelp')} error={form.errorOf('email')}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Checkbox
          {...form.register('isDeclared')}
          label={t('removal.declaration')}
          error={form.errorOf('isDeclared')}
        />
        <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending}>
          {t('removal.send')}
        </Button>
      </form>
    </Card>
  )
}

function Receipt({ reference }: { reference: string }) {
  const t = useTranslations('pages')
  const receipt = useFocusOnMount<HTMLDivElement>()
  return (
    <div ref={receipt} tabIndex={-1} className="mt-8 outline-none">
      <Alert tone="success" title={t('removal.sentTitle')}>
        <p>{t('complaints.sent', { reference })}</p>
        <Link to={href('/decisions/:reference', { reference })} className="target underline">
          {t('removal.status')}
        </Link>
      </Alert>
    </div>
  )
}
