/** In memory only: an address belongs neither into the URL nor into the history of the browser. */
let suggested: string | undefined

/** Suggests an address that was typed before to the log-in form that is opened next. */
export function suggestEmail(email: string) {
  suggested = email || undefined
}

/** Returns the suggested address, once. */
export function spendSuggestedEmail() {
  const email = suggested
  suggested = undefined
  return email
}
