import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { requestReset } from '#contract/accounts/calls.ts'
import { RESET_LINK_HOURS } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { useFields } from './use-fields.ts'

interface Props {
  /** The page was reached with a link that no longer works. */
  hasInvalidLink: boolean
  invalidLinkText: string
}

/** Asks for the address to which the link for another password is mailed (ACC-12). */
export function ResetRequestForm({ hasInvalidLink, invalidLinkText }: Props) {
  const t = useTranslations('accounts')
  const isHydrated = useIsHydrated()
  const { formRef, values, show, showFailure, clear, errorOf } = useFields(['email'])
  const {
    mutate,
    isPending,
    data: sentTo,
  } = useMutation({
    async mutationFn(email: string) {
      await call(requestReset, { body: { email } })
      return email
    },
    onError: showFailure,
  })
  const problem = errorOf('form') ?? (hasInvalidLink && !sentTo ? invalidLinkText : undefined)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const isValid = formRef.current?.checkValidity() ?? false
    show(isValid ? {} : { email: { code: 'accounts.email_invalid' } })
    if (isValid) mutate(values().email.trim())
  }

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && (
        <Alert tone="danger" isLive={errorOf('form') !== undefined}>
          {problem}
        </Alert>
      )}
      {sentTo && (
        <Alert tone="success" isLive title={t('reset.sentTitle')}>
          {t('reset.sent', { email: sentTo, hours: RESET_LINK_HOURS })}
        </Alert>
      )}
      <Field label={t('fields.email')} error={errorOf('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          onChange={() => clear('email')}
        />
      </Field>
      <Button type="submit" size="lg" disabled={!isHydrated} isWide isPending={isPending}>
        {sentTo ? t('reset.sendAgain') : t('reset.send')}
      </Button>
      <p className="text-center">
        <Link to={href('/login')} prefetch="intent" className="font-semibold text-accent-text underline">
          {t('reset.toLogin')}
        </Link>
      </p>
    </form>
  )
}
