/** Moves the layers of a collage a little with the pointer, by two custom properties from -1 to 1. */
export function startParallax() {
  for (const stage of document.querySelectorAll<HTMLElement>('[data-parallax]')) {
    stage.addEventListener('pointermove', ({ clientX, clientY, pointerType }) => {
      if (pointerType !== 'mouse') return
      const { left, top, width, height } = stage.getBoundingClientRect()
      stage.style.setProperty('--pointer-x', String(((clientX - left) / width) * 2 - 1))
      stage.style.setProperty('--pointer-y', String(((clientY - top) / height) * 2 - 1))
    })
  }
}
