import Languages from 'lucide-react/icons/languages'
import type { ReactNode } from 'react'
import { href, Outlet, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { useCallErrorText } from '#web/i18n/use-call-error-text.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { CampaignEntryWarning } from '#web/shell/entry/campaign-entry-warning.tsx'
import { Brand } from '#web/shell/navigation/brand.tsx'
import { NotFoundImage, NotFoundLinks, NotFoundText } from '#web/shell/errors/not-found-parts.tsx'
import { readPageError } from '#web/shell/errors/page-error.ts'
import { pageContext } from '#web/shell/document/page.ts'
import { TrackingQuestion } from '#web/shell/notices/tracking-question.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { PromoTiles } from '#web/features/search/promo-tile.tsx'
import { Disclaimer } from '#web/shell/navigation/disclaimer.tsx'
import { LegalLinks } from '#web/shell/navigation/legal-links.tsx'
import type { PageLayout } from './page-layout.ts'
import { PageShell } from './page-shell.tsx'
import type { Route } from './+types/campaign-layout'

/** Landing pages are not hydrated: docs/decisions/0050-landing-pages-without-hydration.md. */
export const handle: PageLayout = { isPlain: true }

/** The address of the one script that the pages have. */
export function loader({ context }: Route.LoaderArgs) {
  return { scriptUrl: context.get(pageContext).landerScriptUrl }
}

/** Landing pages: brand bar, content, footer with disclaimer. Everything in it works without a script. */
export default function CampaignLayout({ loaderData: { scriptUrl } }: Route.ComponentProps) {
  return (
    <CampaignShell>
      <Outlet />
      <PromoTiles />
      <TrackingQuestion />
      <CampaignEntryWarning />
      <script type="module" src={scriptUrl} />
    </CampaignShell>
  )
}

/** The error page without buttons, which would need a script: the link opens the same address again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useTranslations('shell.error')
  const errorText = useCallErrorText()
  const { search, pathname } = useLocation()
  const { status, code, params } = readPageError(error)
  const message = code ? errorText.ofCode(code, params) : t('title')
  return (
    <CampaignShell>
      <div className="mx-auto grid min-h-[60dvh] max-w-form content-center gap-4 px-4 py-16 text-center">
        <PageTitle title={message} isPrivate />
        {status === 404 ? <NotFoundImage /> : <p className="text-6xl font-extrabold text-accent-text">{status}</p>}
        <h1 className="text-2xl font-bold">{message}</h1>
        {status === 404 && <NotFoundText />}
        <p className="mt-4 flex flex-wrap justify-center gap-3">
          {status > 404 && (
            <Button variant="outline" render={<Link to={pathname + search} />}>
              {t('retry')}
            </Button>
          )}
          <Button render={<Link to={href('/')} />}>{t('home')}</Button>
        </p>
        {status === 404 && <NotFoundLinks />}
      </div>
    </CampaignShell>
  )
}

function CampaignShell({ children }: { children: ReactNode }) {
  return (
    <PageShell header={<BrandBar />} footer={<CampaignFooter />}>
      {children}
    </PageShell>
  )
}

/** The brand, and the language: in place of the menu of other pages a link, which needs no script. */
function BrandBar() {
  const t = useTranslations('shell.language')
  const { language } = useLanguage()
  return (
    <header className="border-b border-line bg-surface/90 pt-safe">
      <div className="mx-auto flex min-h-16 max-w-page items-center justify-between gap-2 px-4 md:px-6">
        <Brand />
        <Button
          variant="ghost"
          size="sm"
          icon={<Languages aria-hidden />}
          aria-label={t('current', { code: language.toUpperCase() })}
          className="max-sm:gap-0 max-sm:px-2.5"
          render={<Link to={href('/lang-config')} />}
        >
          <span className="max-sm:hidden">{language.toUpperCase()}</span>
        </Button>
      </div>
    </header>
  )
}

/** Legal links and disclaimer of landing pages, without the controls of the footer, which need scripts. */
function CampaignFooter() {
  return (
    <footer className="border-t border-line py-6 text-sm text-text-muted">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 md:px-6">
        <LegalLinks />
        <Disclaimer />
      </div>
    </footer>
  )
}
