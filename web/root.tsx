import { useEffect, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from '#web/i18n/intl.tsx'
import { Links, Outlet, Scripts, ScrollRestoration, type MiddlewareFunction } from 'react-router'
import { repeatEarlyChoices } from '#web/api/forms/early-choices.ts'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { ServerState } from '#web/api/server-state.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useSiteTheme } from '#web/features/settings/use-settings.ts'
import { useNow } from '#web/i18n/now.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { DemoBanner } from '#web/shell/notices/demo-banner.tsx'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { Live } from '#web/shell/live/live.tsx'
import { usePageLayout } from '#web/shell/layouts/page-layout.ts'
import { pageContext } from '#web/shell/document/page.ts'
import { detectPreferences } from '#web/shell/document/detect-preferences.ts'
import { documentAttributes } from '#web/shell/document/page-settings.ts'
import { RouteFocus } from '#web/shell/route-changes.tsx'
import { RouteProgress } from './shell/route-changes.tsx'
import { useTheme } from '#web/shell/document/theme.ts'
import { ToastProvider } from './ui/feedback/toast.tsx'
import './ui/theme.css'
import type { Route } from './+types/root'

/** Server only: decides the language before the loader of any child runs. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, request }) => {
    const { pathname: path, searchParams: search } = new URL(request.url)
    await detectPreferences(context.get(pageContext), { client: context.get(queryClientContext), path, search })
  },
]

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(settingsQuery()), query(userQuery())])
})
export const loader = load
export const clientLoader = load

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const settings = { ...useLanguage(), timeZone: useTimeZone(), now: useNow(), theme: useTheme() }
  const { isPlain } = usePageLayout()
  const { lang, ...attributes } = documentAttributes(settings)
  return (
    <html lang={lang} {...attributes} style={useSiteTheme()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/apple.png" />
        <Links />
      </head>
      <body>
        {children}
        {!isPlain && (
          <>
            <ServerState />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  const t = useTranslations('common')
  useEffect(() => repeatEarlyChoices(), [])
  return (
    <ToastProvider regionLabel={t('notifications')} closeLabel={t('close')}>
      <RouteProgress />
      <RouteFocus />
      <Live />
      <Outlet />
    </ToastProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <DemoBanner />
      <main id="content">
        <ErrorPage error={error} />
      </main>
    </>
  )
}
