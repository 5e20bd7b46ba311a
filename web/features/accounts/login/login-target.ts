import { href } from 'react-router'

/** Name of the parameter with the page that asked for the log-in. */
export const LOGIN_TARGET = 'to'

/** An origin that no site has: what leaves it is not a path of this site. */
const ANY_ORIGIN = 'http://own.invalid'

/** Returns the log-in page that continues to `target`, path and query of the page that asked (SHELL-15). */
export function loginPath(target: string | undefined) {
  return withTarget(href('/login'), target)
}

/** Returns a page that comes before those for members, such as the log-in, and continues to `target`. */
export function withTarget(page: string, target: string | undefined) {
  const own = ownPath(target)
  // The members need no parameter: such a page leads there anyway.
  return own && own !== href('/members') ? `${page}?${new URLSearchParams({ [LOGIN_TARGET]: own })}` : page
}

/** Returns where such a page goes on: to the page that asked for it, or to the members (SHELL-15). */
export function targetAfterLogin(search: URLSearchParams) {
  return ownPath(search.get(LOGIN_TARGET)) ?? href('/members')
}

/**
 * Returns a path of this site with its query, or undefined. Browsers read `//host`, `/\host` and a path with
 * tabs or line breaks as other sites, so what counts is where the URL leads, not how it is written.
 */
function ownPath(value: string | null | undefined) {
  if (!value?.startsWith('/') || !URL.canParse(value, ANY_ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(value, ANY_ORIGIN)
  // A second slash that only the parser made would be read as a host by the next one.
  if (origin !== ANY_ORIGIN || pathname.startsWith('//') || pathname === '/' || !isPage(pathname)) return undefined
  return `${pathname}${search}${hash}`
}

/** Calls, files and photos are no pages: the log-in would end at an error. */
function isPage(pathname: string) {
  return !/^\/(api|assets|photos)\//.test(pathname) && !/\.\w+$/.test(pathname)
}
