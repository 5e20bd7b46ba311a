import { useState, type ComponentProps, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
import { createIntent, opensHere } from '#web/ui/navigation/intent.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of the site, from `href()`. */
  to: string
  /** Fetches the code of the page when the pointer or the focus stays on the link (see intent.ts). */
  prefetch?: 'intent'
  /** Fetches more than the code, usually the page's data: `{...prefetch(memberQuery(id))}`. */
  onIntent?: () => void
}

/**
 * A link to a page of the site. On the server it is a plain element: React Router's resolution of relative
 * addresses cost a tenth of a page with many links.
 */
export function Link({ to, prefetch, onIntent, ...rest }: LinkProps) {
  // The condition is a constant of the build: each bundle contains one of the two.
  if (import.meta.env.SSR) {
    const { children, ...attributes } = rest
    return (
      <a {...attributes} href={to}>
        {children}
      </a>
    )
  }
  return <BrowserLink {...rest} to={to} isPrefetched={prefetch === 'intent'} onIntent={onIntent} />
}

interface BrowserLinkProps extends Omit<LinkProps, 'prefetch' | 'onIntent'> {
  isPrefetched: boolean
  onIntent: (() => void) | undefined
}

function BrowserLink({ to, isPrefetched, onIntent, onClick, children, ...rest }: BrowserLinkProps) {
  const navigate = useNavigate()
  const [intent] = useState(createIntent)
  const [isIntended, setIsIntended] = useState(false)

  function fire() {
    setIsIntended(isPrefetched)
    onIntent?.()
  }
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (rest.target || rest.download !== undefined || !opensHere(event)) return
    event.preventDefault()
    void navigate(to, { replace: isCurrent(to) })
  }
  const isWatched = isPrefetched || onIntent !== undefined
  const begin = (event: PointerEvent | FocusEvent) => intent.begin(event, fire)
  const press = (event: PointerEvent) => intent.press(event, fire)

  return (
    <>
      <a
        {...rest}
        href={to}
        onClick={follow}
        {...(isWatched && {
          onPointerEnter: both(rest.onPointerEnter, begin),
          onFocus: both(rest.onFocus, begin),
          onPointerLeave: both(rest.onPointerLeave, intent.cancel),
          onPointerCancel: both(rest.onPointerCancel, intent.cancel),
          onBlur: both(rest.onBlur, intent.cancel),
          onPointerDown: both(rest.onPointerDown, press),
        })}
      >
        {children}
      </a>
      {isIntended && <PrefetchPageLinks page={to} />}
    </>
  )
}

/** Calls the handler of the parent, such as a menu that follows the focus, and then the link's own. */
function both<Event>(given: ((event: Event) => void) | undefined, own: (event: Event) => void) {
  return (event: Event) => {
    given?.(event)
    own(event)
  }
}

/** Whether an address is that of the page itself: opening it again adds nothing to the history. */
function isCurrent(to: string) {
  const { pathname, search, hash } = globalThis.location
  return to === pathname + search + hash
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  /** Another address of the same page. */
  alias?: string
  className: (state: { isActive: boolean }) => string
}

/** A link that knows whether it leads to the page shown now, or to one below it. */
export function NavLink({ to, alias, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === to || pathname === alias || pathname.startsWith(`${to}/`)
  return <Link {...rest} to={to} className={className({ isActive })} aria-current={isActive ? 'page' : undefined} />
}
