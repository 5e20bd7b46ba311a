/** Starts the silent films while they are seen, unless the visitor wants less motion or has paused it. */
export function startFilms({ isCalm }: { isCalm: boolean }) {
  const pause = document.querySelector<HTMLInputElement>('#pause-motion')
  for (const film of document.querySelectorAll<HTMLVideoElement>('video[data-film]')) {
    let isSeen = false
    const update = () => {
      if (isSeen && !isCalm && !pause?.checked) void film.play().catch(() => {})
      else film.pause()
    }
    new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? false
      update()
    }).observe(film)
    pause?.addEventListener('change', update)
  }
}
