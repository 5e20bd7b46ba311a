import { useLayoutEffect, useRef, useState, type KeyboardEvent, type UIEvent } from 'react'
import { clampSlide, slideAt, slideForKey } from './carousel-position.ts'

/** A row of slides to swipe, also moved by arrow keys and `show`. Its CSS decides on smooth scrolling. */
export function useCarousel({ count, start = 0 }: { count: number; start?: number }) {
  const element = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(start)
  useLayoutEffect(() => {
    const node = element.current
    if (start > 0) node?.scrollTo({ left: node.clientWidth * start, behavior: 'instant' })
  }, [start])

  function show(index: number) {
    const slide = element.current?.children[clampSlide(index, count)]
    // Not `scrollIntoView`, which would scroll the page too.
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
        const index = slideForKey(key, shown)
        if (index !== null) show(index)
      },
      onScroll({ currentTarget }: UIEvent<HTMLUListElement>) {
        setShown(slideAt(currentTarget))
      },
    },
  }
}
