import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page without a reload is silent for screen readers and leaves the focus on a link that is gone. This says the
 * new title and moves the focus to the content, unless the focus already is in there (a tab, a filter).
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const content = document.querySelector<HTMLElement>('#content')
    if (content && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
