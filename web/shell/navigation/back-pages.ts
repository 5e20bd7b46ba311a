/** A member, the lists of likes, and the pages on which credits are bought. */
const pages = /^\/(?:members\/[^/]+|likes\/(?:m\/)?[^/]+|credits(?:\/(?!repeat-order$)[^/]+(?:\/[^/]+)?)?)$/

/** Returns whether an installed app shows a back button on a page (SHELL-22). */
export function hasBackButton(pathname: string) {
  return pages.test(pathname)
}
