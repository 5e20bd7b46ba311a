import { SECOND } from '#contract/time.ts'

/** How fast the form of an upload must come at least. */
export interface LeastRate {
  /** Average since the end of `graceMs`. */
  bytesPerSecond: number
  /** From the beginning of the form: a phone may lose its network for some seconds. */
  graceMs: number
  checkMs: number
}

export const leastRate: LeastRate = {
  // 64 kbit/s, the slowest that mobile networks offer.
  bytesPerSecond: 8 * 1024,
  graceMs: 15 * SECOND,
  checkMs: SECOND,
}

/**
 * Calls `onTooSlow` when a socket receives less than the rate, and returns the function that ends the watch.
 * Without it a client that sends a byte now and then would hold its place until the time-out of the request.
 */
export function watchRate(
  socket: { bytesRead: number },
  { bytesPerSecond, graceMs, checkMs }: LeastRate,
  onTooSlow: () => void,
) {
  const startedAt = performance.now()
  const bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt - graceMs) / SECOND
    if (seconds <= 0 || socket.bytesRead - bytesBefore >= seconds * bytesPerSecond) return
    clearInterval(timer)
    onTooSlow()
  }, checkMs).unref()
  return () => clearInterval(timer)
}
