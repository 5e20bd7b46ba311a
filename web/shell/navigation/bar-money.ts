/** A member, a conversation, the pages that have the credits in their content, and those of a payment. */
const withoutMoney =
  /^\/(?:me$|members\/.|likes\/m\/|chats\/.|credits|directdebit|transactions|notifications\/payments)/

/**
 * Whether the bar shows the credits: not where the page is about a person, has them or a price itself, or
 * takes a payment (SHELL-30).
 */
export function hasMoneyInBar(pathname: string) {
  return !withoutMoney.test(pathname)
}
