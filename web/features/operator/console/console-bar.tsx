import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { logOutOperator } from '#contract/operator/access/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { operatorLoginPath } from '#web/features/operator/access/login-target.ts'
import { areas, type Area } from '#web/features/operator/areas.ts'
import { waitingQuery } from '#web/features/operator/cases/queries.ts'
import { useMay, useOperator } from '#web/features/operator/queries.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'

/** The areas that the role may see, who is logged in, and the help about keys. */
export function ConsoleBar({ preferences }: { preferences: ReactNode }) {
  const t = useTranslations('operator')
  const { name, role } = useOperator()
  const may = useMay()
  const logOut = useLogOut()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface-raised px-3 py-1 md:px-6">
      <span className="font-bold">{t('name')}</span>
      <nav aria-label={t('nav')} className="order-last w-full min-w-0 lg:order-none lg:w-auto lg:grow">
        <ul className="flex gap-1 overflow-x-auto py-1">
          {areas
            .filter(({ permission }) => may(permission))
            .map((area) => (
              <li key={area.name}>
                <AreaLink path={area.path}>
                  {t(`areas.${area.name}`)}
                  <WaitingCount area={area.name} />
                </AreaLink>
              </li>
            ))}
        </ul>
      </nav>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <KeyHelp />
        <Link to="/operator/account" className="target text-sm text-text-muted underline">
          {t('signedIn', { name, role: t(`roles.${role}`) })}
        </Link>
        {preferences}
        <Button size="sm" variant="ghost" onClick={() => void logOut()}>
          {t('logOut')}
        </Button>
      </div>
    </header>
  )
}

/** Marks the area of the page. The start of the console has no pages below it. */
function AreaLink({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isActive = pathname === path || (path !== '/operator' && pathname.startsWith(`${path}/`))
  return (
    <Link
      to={path}
      aria-current={isActive ? 'page' : undefined}
      className={cx(
        'flex min-h-9 items-center gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap no-underline',
        isActive ? 'bg-accent-soft text-accent-text' : 'text-text hover:bg-surface-muted',
      )}
    >
      {children}
    </Link>
  )
}

/** How much waits in an area, fetched again each minute. */
function WaitingCount({ area }: { area: Area['name'] }) {
  const t = useTranslations('operator')
  const may = useMay()
  const counts = area === 'cases' || area === 'photos' || area === 'verifications'
  const { data } = useQuery({ ...waitingQuery(), enabled: counts && may('cases.see'), refetchInterval: MINUTE })
  if (!counts || !data) return null
  const { count } = data[area]
  return <CountBadge count={count} label={t('waiting', { count })} />
}

/**
 * Ends the session, and loads the log-in as a new document: all that the tab has of the session goes with the
 * page. A page that stayed would fetch again what it may not see any more.
 */
function useLogOut() {
  const showError = useErrorToast()
  return async () => {
    try {
      await call(logOutOperator, {})
      location.assign(operatorLoginPath())
    } catch (error) {
      showError(error)
    }
  }
}

/** Keys by where they work. A page has those that it names beside its buttons, too. */
const keys = {
  anywhere: { '/': 'search', j: 'next', k: 'previous', Enter: 'open', '?': 'help' },
  caseList: { n: 'nextCase', x: 'mark', a: 'markAll', d: 'decide' },
  case: {
    c: 'take',
    s: 'giveBack',
    n: 'nextCase',
    v: 'show',
    d: 'decide',
    '1–9': 'choose',
    r: 'rule',
    'Ctrl+Enter': 'submit',
  },
  review: { v: 'show', x: 'mark', a: 'accept', '1–9': 'reject' },
} as const
const places = ['anywhere', 'caseList', 'case', 'review'] as const

/** The button and the key for the list of keys; `/` goes to the first field of a search. */
function KeyHelp() {
  const t = useTranslations('operator.keys')
  const [isOpen, setIsOpen] = useState(false)
  useHotkeys({
    '?': () => setIsOpen(true),
    '/': () => document.querySelector<HTMLElement>('[role=search] input, [role=search] select')?.focus(),
  })
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t('title')} onClick={() => setIsOpen(true)}>
        ?
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t('title')} closeLabel={t('close')} size="sm">
        {places.map((place) => (
          <section key={place} aria-labelledby={`keys-${place}`} className="mt-4 first:mt-0">
            <h3 id={`keys-${place}`} className="mb-2 text-sm font-bold">
              {t(`places.${place}`)}
            </h3>
            <dl className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2 text-sm">
              {Object.entries(keys[place]).map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-md bg-surface-muted px-2 py-0.5 font-semibold">{key}</kbd>
                  </dt>
                  <dd>{t(`does.${does}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  )
}
