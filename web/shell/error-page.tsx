import { Component, type ReactNode } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ErrorParams } from '#contract/errors.ts'
import { ApiError, isApiErrorCode } from '#web/api/api-error.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { PageTitle } from './page-title.tsx'

/** What stands in place of a page that failed (SHELL-8): status, message and, for a 404, the way home. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <LastResort>
      <ErrorMessage error={error} />
    </LastResort>
  )
}

function ErrorMessage({ error }: { error: unknown }) {
  const t = useTranslations('shell.error')
  const errorText = useErrorText()
  const { status, code, params } = readError(error)
  const isNotFound = status === 404
  const message = code ? errorText.ofCode(code, params) : t('title')
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-form content-center gap-4 px-4 py-16 text-center">
      <PageTitle title={message} />
      <p className="text-6xl font-extrabold text-accent-text tabular-nums">{status}</p>
      <h1 className="text-2xl font-bold">{message}</h1>
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        {!isNotFound && (
          <Button variant="outline" onClick={() => location.reload()}>
            {t('retry')}
          </Button>
        )}
        <Button render={<Link to={href('/')} />}>{t('home')}</Button>
      </p>
    </div>
  )
}

/** Status defaults to 500. The words of an unexpected error are for the log, not for visitors. */
function readError(error: unknown) {
  if (error instanceof ApiError) return { status: error.status || 503, code: error.code, params: error.params }
  if (!isRouteErrorResponse(error)) return { status: 500 }
  // Written by `asRouteError`; a loader may also throw a bare status.
  const { code, params } = (error.data || {}) as { code?: unknown; params?: ErrorParams }
  return { status: error.status, code: isApiErrorCode(code) ? code : undefined, params }
}

/** If the error page itself fails, one sentence is left, drawn without anything that could fail again. */
class LastResort extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <LastResortMessage /> : this.props.children
  }
}

function LastResortMessage() {
  const t = useTranslations('shell.error')
  return (
    <div className="p-8 text-center">
      <p>{t('broken')}</p>
      <a href="/">{t('home')}</a>
    </div>
  )
}
