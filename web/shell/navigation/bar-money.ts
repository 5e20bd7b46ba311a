/** Where members look for each other, and what premium is. */
const withCredits = /^\/(?:members|likes(?:\/\w+)?|chats|swipe-game|match-finder|premium)\/?$/

/**
 * Whether the bar shows the credits: not where the page is about a person, has them or a price itself, takes
 * a payment, or is about the member (SHELL-30).
 */
export function hasMoneyInBar(pathname: string) {
  return withCredits.test(pathname)
}
