import { useLayoutEffect, useRef, useState, type KeyboardEvent, type UIEvent } from 'react'

/** A row of slides that is swiped; also moved by arrow keys and by `show`. Its style says whether it glides. */
export function useCarousel({ count, start = 0 }: { count: number; start?: number }) {
  const element = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(start)
  useLayoutEffect(() => {
    const node = element.current
    if (start > 0) node?.scrollTo({ left: node.clientWidth * start, behavior: 'instant' })
  }, [start])

  function show(index: number) {
    const slide = element.current?.children[Math.min(Math.max(index, 0), count - 1)]
    // The rail scrolls, not the page.
    if (slide instanceof HTMLElement) element.current?.scrollTo({ left: slide.offsetLeft })
  }

  return {
    shown,
    show,
    carousel: {
      ref: element,
      // A scrolling region has to be reachable by keyboard.
      tabIndex: 0,
      onKeyDown({ key }: KeyboardEvent) {
        if (key === 'ArrowRight') show(shown + 1)
        if (key === 'ArrowLeft') show(shown - 1)
      },
      onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLUListElement>) {
        setShown(Math.round(scrollLeft / clientWidth))
      },
    },
  }
}
