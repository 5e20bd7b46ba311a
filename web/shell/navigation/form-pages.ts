/** The member's own profile, the pages of the settings, and those on which credits are bought. */
const pages = /^\/(?:profile|notifications\/[^/]+|credits(?:\/[^/]+){0,2}|premium)$/

/**
 * Returns whether a page is a form, whose own button is at the lower edge of a phone in place of the bar
 * (SHELL-22). So is each question of the match finder, but not its results.
 */
export function isFormPage({ pathname, search }: { pathname: string; search: string }) {
  if (pathname === '/match-finder') return new URLSearchParams(search).get('step') !== 'results'
  return pages.test(pathname)
}
