/** Whether a change of the page can be animated: the browser is able to, and its user wants motion. */
export function hasTransitions() {
  return 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The page stands still during an update, so what an update waits for gets a limit. */
export function after(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
