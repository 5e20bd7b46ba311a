import { MINUTE } from '#contract/time.ts'

/**
 * Calls `onTick` with the time every minute, and at once if the page shows another minute, as a shared copy
 * of a page does. Returns a function that stops it.
 */
export function watchMinutes(shown: Date, onTick: (now: Date) => void) {
  const tick = () => onTick(new Date())
  if (Math.abs(Date.now() - shown.getTime()) >= MINUTE) tick()
  const timer = setInterval(tick, MINUTE)
  return () => clearInterval(timer)
}
