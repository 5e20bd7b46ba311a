/** The query parameter of SHELL-19: the like modal is shown after so many seconds. */
export const LIKE_TIMER_PARAMETER = 't'

/** A link cannot keep a page waiting for longer. */
const LONGEST_S = 3600

/** Returns the wait in milliseconds that a query asks for; null if it asks for none or for nonsense. */
export function likeTimerMs(search: string) {
  const value = new URLSearchParams(search).get(LIKE_TIMER_PARAMETER)
  if (value === null || !/^\d{1,4}$/.test(value)) return null
  const seconds = Number(value)
  return seconds <= LONGEST_S ? seconds * 1000 : null
}

/** Returns a query without the parameter. */
export function withoutLikeTimer(search: string) {
  const rest = new URLSearchParams(search)
  rest.delete(LIKE_TIMER_PARAMETER)
  return rest.toString()
}
