/** Distance from the start of the feed, in pixels, at which older messages are fetched. */
const FETCH_WITHIN_PX = 400

/** Distance from the end of the feed, in pixels, from which a button leads back to the latest message. */
const AWAY_AFTER_PX = 300

/**
 * Where a reader is in the feed. It is a reversed column: `scrollTop` is 0 at the latest message and negative
 * above it.
 */
export function feedPosition({
  scrollTop,
  scrollHeight,
  clientHeight,
}: Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>) {
  return {
    isNearStart: scrollHeight - clientHeight + scrollTop < FETCH_WITHIN_PX,
    isAwayFromEnd: scrollTop < -AWAY_AFTER_PX,
  }
}
