import { useEffect, useRef } from 'react'
import { href, Outlet, useLocation, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SettingsRows } from '#web/features/settings/settings-rows.tsx'
import { isSettingsSection, sectionOfFragment } from '#web/features/settings/settings-sections.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { cx } from '#web/ui/cx.ts'

/**
 * The settings: rows and a page for each. Wide screens show the rows beside the page, a phone one of both;
 * `/notifications` has the first page beside its rows.
 */
export default function SettingsLayout() {
  const t = useTranslations('settings')
  // Some pages have routes of their own, without a parameter. A page that has no row has no section.
  const named = useLocation().pathname.split('/')[2] || undefined
  const isPage = named !== undefined
  const section = isSettingsSection(named) ? named : isPage ? null : 'account'
  const heading = useFocusOnPage(named)
  useFragment(isPage)
  return (
    <div className="mx-auto max-w-form md:max-w-4xl">
      {section && <PageTitle title={isPage ? t(`sections.${section}`) : t('title')} isPrivate />}
      <h1 className={cx('mb-4 text-2xl font-bold', isPage ? 'max-md:sr-only' : 'bar-title')}>{t('title')}</h1>
      <div className="gap-8 md:grid md:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className={cx('md:sticky md:top-22 md:self-start', isPage && 'max-md:hidden')}>
          <SettingsRows current={isPage ? section : null} beside={section ?? 'safety'} />
        </div>
        <div className={cx('min-w-0', !isPage && 'max-md:hidden')}>
          {section && (
            <h2 ref={heading} tabIndex={-1} className="bar-title mb-4 text-2xl font-bold outline-none md:text-xl">
              {t(`sections.${section}`)}
            </h2>
          )}
          <Outlet />
        </div>
      </div>
    </div>
  )
}

/** On a phone the row that was pressed disappears: the focus goes to the heading of the page. */
function useFocusOnPage(section: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(section)
  useEffect(() => {
    if (before.current === section) return
    before.current = section
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.getClientRects().length === 0)
      heading.current?.focus({ preventScroll: true })
  }, [section])
  return heading
}

/** Opens the page to which a fragment leads: older mails name parts of one long page. */
function useFragment(isPage: boolean) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const section = isPage ? null : sectionOfFragment(hash)
  useEffect(() => {
    if (section) void navigate({ pathname: href('/notifications/:section', { section }), hash }, { replace: true })
  }, [section, hash, navigate])
}
