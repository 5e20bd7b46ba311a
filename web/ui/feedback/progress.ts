/** State of the bar that accompanies waits (SHELL-11). */
export interface Progress {
  isWaiting: boolean
  isShown: boolean
  /** Counts the waits, so that each one starts a new bar. */
  wait: number
}

const SHOW_AFTER_MS = 200
const HIDE_AFTER_MS = 500

export function initialProgress(isWaiting: boolean): Progress {
  return { isWaiting, isShown: false, wait: 0 }
}

/** Applies the start or the end of a wait. Returns the same object if nothing changed. */
export function withWaiting(progress: Progress, isWaiting: boolean): Progress {
  if (progress.isWaiting === isWaiting) return progress
  return { ...progress, isWaiting, wait: progress.wait + (isWaiting ? 1 : 0) }
}

/** Milliseconds until `afterDelay` applies. A wait shorter than that shows no bar. */
export function delayOf(isWaiting: boolean) {
  return isWaiting ? SHOW_AFTER_MS : HIDE_AFTER_MS
}

/** Shows the bar of a wait that goes on, and hides the bar of one that has ended. */
export function afterDelay(progress: Progress): Progress {
  return { ...progress, isShown: progress.isWaiting }
}
