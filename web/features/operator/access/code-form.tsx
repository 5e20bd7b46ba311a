import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { finishLogin } from '#contract/operator/access/calls.ts'
import type { CodeStep } from '#contract/operator/access/schemas.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { targetOfLogin } from './login-target.ts'

/** Second step of the log-in. With `setup` the operator first adds the account to an authenticator app. */
export function CodeForm({ setup, onBack }: CodeStep & { onBack: () => void }) {
  const t = useTranslations('operator.code')
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const [search] = useSearchParams()
  const { form, isPending, clear, errorOf } = useSentForm(['code'], {
    async send(body) {
      const { operator } = await call(finishLogin, { body })
      client.setQueryData(operatorQuery().queryKey, { operator })
      await continueTo(targetOfLogin(search), { replace: true })
    },
  })
  const { ref } = form
  useEffect(() => {
    const input = ref.current?.elements.namedItem('code')
    if (input instanceof HTMLElement) input.focus()
  }, [ref])

  return (
    <form {...form} className="flex flex-col gap-5">
      <FormProblem>{errorOf('form')}</FormProblem>
      {setup && <AppSetup setup={setup} />}
      <Field label={t('label')} description={t(setup ? 'firstHelp' : 'help')} error={errorOf('code')}>
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          onChange={() => clear('code')}
        />
      </Field>
      <Button type="submit" isWide isPending={isPending}>
        {t('submit')}
      </Button>
      <Button variant="ghost" isWide onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  )
}

function AppSetup({ setup: { secret, uri, qr } }: { setup: NonNullable<CodeStep['setup']> }) {
  const t = useTranslations('operator.code')
  return (
    <div className="flex flex-col gap-3">
      <p>{t('setup')}</p>
      <a href={uri} aria-label={t('qr')} className="mx-auto">
        <svg
          viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`}
          className="block size-44 rounded-md"
          shapeRendering="crispEdges"
          aria-hidden
        >
          <path d={`M-2 -2h${qr.size + 4}v${qr.size + 4}h-${qr.size + 4}z`} fill="white" />
          <path d={qr.path} fill="black" />
        </svg>
      </a>
      <p className="text-sm text-text-muted">{t('manual')}</p>
      <code className="rounded-md bg-surface-muted px-3 py-2 text-sm break-all select-all">{secret}</code>
    </div>
  )
}
