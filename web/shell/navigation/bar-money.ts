/** Where members look for each other. */
const withCredits = /^\/(?:members|likes(?:\/\w+)?|chats|swipe-game|match-finder)\/?$/

/**
 * Whether the bar shows the credits: not where the page is about a person, has them or a price itself, takes
 * a payment, or is about the member, nor on the search of a new member, with its welcome bonus (SHELL-30).
 */
export function hasMoneyInBar(pathname: string, { isNewMember }: { isNewMember: boolean }) {
  return withCredits.test(pathname) && !(isNewMember && pathname.startsWith('/members'))
}
