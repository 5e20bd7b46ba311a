import WifiOff from 'lucide-react/icons/wifi-off'
import { Component, type ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { isTextOfEveryPage } from '#web/i18n/error-texts.ts'
import { useCallErrorText } from '#web/i18n/use-call-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { readPageError } from './page-error.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'

const loadParts = () => import('./not-found-parts.tsx')
const NotFoundImage = lazyPart(async () => (await loadParts()).NotFoundImage)
const NotFoundText = lazyPart(async () => (await loadParts()).NotFoundText)
const NotFoundLinks = lazyPart(async () => (await loadParts()).NotFoundLinks)

/** Replaces a failed page (SHELL-8): status, message, a link home and, where it can help, a reload button. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <FallbackBoundary>
      <ErrorMessage error={error} />
    </FallbackBoundary>
  )
}

function ErrorMessage({ error }: { error: unknown }) {
  const t = useTranslations('shell.error')
  const errorText = useCallErrorText()
  const { status, code, params } = readPageError(error)
  const message = code ? errorText.ofCode(code, params) : t('title')
  return (
    <div
      // Hydration waits for the text of this error (entry.client.tsx).
      data-error={code && !isTextOfEveryPage(code) ? code : undefined}
      className="mx-auto grid min-h-[60dvh] max-w-form content-center gap-4 p-4 text-center"
    >
      <PageTitle title={message} />
      {code === 'request.unreachable' ? (
        <WifiOff aria-hidden className="mx-auto size-16 text-accent-text" />
      ) : status === 404 ? (
        <NotFoundImage />
      ) : (
        <p className="text-6xl font-extrabold text-accent-text">{status}</p>
      )}
      <h1 className="text-2xl font-bold">{message}</h1>
      {status === 404 && <NotFoundText />}
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        {status > 404 && (
          <Button variant="outline" onClick={() => location.reload()}>
            {t('retry')}
          </Button>
        )}
        <Button render={<Link to={href('/')} />}>{t('home')}</Button>
      </p>
      {status === 404 && <NotFoundLinks />}
    </div>
  )
}

/** Shows a single sentence if the error page fails, without anything that could fail again. */
export class FallbackBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <FallbackMessage /> : this.props.children
  }
}

function FallbackMessage() {
  const t = useTranslations('shell.error')
  return (
    <div className="p-8 text-center">
      <p>{t('broken')}</p>
      <a href="/">{t('home')}</a>
    </div>
  )
}
