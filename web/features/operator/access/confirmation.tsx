import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { confirmPassword } from '#contract/operator/access/calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { operatorLoginPath } from './login-target.ts'

/** Makes a call of the console; asks for the password where the server wants it confirmed (OPER-5). */
export type Act = <E extends Endpoint>(endpoint: E, input: InputOf<E>, upload?: { file: Blob }) => Promise<ReplyOf<E>>

const ActContext = createContext<Act | null>(null)

/**
 * Returns the function for calls that change something. A session that has ended leads to the log-in and
 * back.
 * @throws ApiError, also where the operator closes the dialog (`isCancelled`)
 */
export function useAct() {
  const act = use(ActContext)
  if (!act) throw new Error('useAct needs the layout of the console above it')
  return act
}

/** Whether a call failed because the operator closed the dialog: nothing has to be shown. */
export function isCancelled(error: unknown) {
  return error instanceof ApiError && error.code === 'operator.confirmation_required'
}

/** Provides `useAct`, with the dialog that asks for the password. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void) | null>(null)

  const settle = useCallback((isConfirmed: boolean) => {
    waiting.current?.(isConfirmed)
    waiting.current = null
    setIsOpen(false)
  }, [])

  const act: Act = useCallback(
    async (endpoint, input, upload) => {
      try {
        return await call(endpoint, input, upload)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'operator.login_required') {
          client.setQueryData(operatorQuery().queryKey, { operator: null })
          await navigate(operatorLoginPath(pathname + search))
        }
        if (!isCancelled(error)) throw error
        const isConfirmed = await new Promise<boolean>((resolve) => {
          waiting.current = resolve
          setIsOpen(true)
        })
        if (!isConfirmed) throw error
        return call(endpoint, input, upload)
      }
    },
    [client, navigate, pathname, search],
  )
  const t = useTranslations('operator.confirm')
  return (
    <ActContext value={act}>
      {children}
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && settle(false)}
        title={t('title')}
        closeLabel={t('close')}
        size="sm"
      >
        {useMemo(
          () => (
            <ConfirmForm onConfirmed={() => settle(true)} />
          ),
          [settle],
        )}
      </Dialog>
    </ActContext>
  )
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations('operator.confirm')
  const { form, isPending, clear, errorOf } = useSentForm(['password'], {
    send: (body) => call(confirmPassword, { body }),
    onSent: onConfirmed,
  })

  return (
    <form {...form} className="flex flex-col gap-4">
      <p className="text-text-muted">{t('text')}</p>
      <FormProblem>{errorOf('form')}</FormProblem>
      <Field label={t('password')} error={errorOf('password')}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          required
          revealLabel={t('reveal')}
          hideLabel={t('hide')}
          onChange={() => clear('password')}
        />
      </Field>
      <Button type="submit" isWide isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
