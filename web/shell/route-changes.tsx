import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useIsLeaving } from '#web/ui/feedback/page-wait.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { focusContent } from './focus-content.ts'

/**
 * Announces the title of a new page to screen readers and moves the focus to its content. A navigation
 * without reload is silent, and the focused element may be gone.
 */
export function RouteFocus() {
  const { pathname, key } = useLocation()
  const lastPath = useRef(pathname)
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    // Read by web/ui/overlays, where nothing knows the router, as soon as an overlay is shown.
    const { dataset } = document.documentElement
    dataset['page'] = key
    // The browser can be at another entry by the time a page is shown: after a quick Back and Forward.
    dataset['place'] = (history.state?.key ?? 'default') === key ? history.state?.idx : 'unknown'
  }, [key])

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    setTitle(document.title)
    focusContent(document.querySelector<HTMLElement>('#content'), document.activeElement)
  }, [pathname])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** Shows the progress bar while the next page is loading, and during a log-out. */
export function RouteProgress() {
  const t = useTranslations('shell')
  const isLeaving = useIsLeaving()
  return <ProgressBar isWaiting={useNavigation().state !== 'idle' || isLeaving} label={t('progress')} />
}
