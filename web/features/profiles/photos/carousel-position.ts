/** Index of the slide that fills most of a carousel. Browsers report fractions of a pixel while it moves. */
export function slideAt({ scrollLeft, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'clientWidth'>) {
  // A carousel that is not laid out has no width.
  return clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth)
}

/** Index within the slides that exist. */
export function clampSlide(index: number, count: number) {
  return Math.max(0, Math.min(index, count - 1))
}

/** Index that an arrow key leads to, or null for any other key. */
export function slideForKey(key: string, shown: number) {
  if (key === 'ArrowRight') return shown + 1
  if (key === 'ArrowLeft') return shown - 1
  return null
}
