import { useEffect, useLayoutEffect, useRef, useState, type UIEvent } from 'react'
import { feedPosition } from './feed-position.ts'

interface Options {
  /** Messages that wait to be sent; a new one scrolls to the end. */
  outgoingCount: number
  /** Called while the reader is near the oldest message. */
  onNearStart: () => void
}

/** Scrolls the feed of a conversation; `box` is for the scrolling element. */
export function useFeedScroll({ outgoingCount, onNearStart }: Options) {
  const boxRef = useRef<HTMLDivElement>(null)
  const unreadLine = useRef<HTMLParagraphElement>(null)
  const [isAwayFromEnd, setIsAwayFromEnd] = useState(false)
  const scrollToEnd = () => boxRef.current?.scrollTo({ top: 0 })

  useLayoutEffect(() => {
    const showUnread = () => unreadLine.current?.scrollIntoView({ block: 'start' })
    showUnread()
    // Groups have an estimated height until they are rendered (`content-visibility`), so the position is corrected then.
    let frame = requestAnimationFrame(() => {
      showUnread()
      frame = requestAnimationFrame(showUnread)
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  useEffect(() => {
    if (outgoingCount > 0) boxRef.current?.scrollTo({ top: 0 })
  }, [outgoingCount])

  return {
    unreadLine,
    isAwayFromEnd,
    scrollToEnd,
    box: {
      ref: boxRef,
      // A scrolling region has to be reachable by keyboard.
      tabIndex: 0,
      onScroll({ currentTarget }: UIEvent<HTMLDivElement>) {
        const position = feedPosition(currentTarget)
        if (position.isNearStart) onNearStart()
        setIsAwayFromEnd(position.isAwayFromEnd)
      },
    },
  }
}
