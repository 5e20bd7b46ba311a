import { useEffect, useLayoutEffect, useRef, useState, type UIEvent } from 'react'
import { feedPosition } from './feed-position.ts'

interface Options {
  /** Counts what the viewer has sent since the conversation was opened: each scrolls to the end. */
  sentCount: number
  /** Called while the reader is near the oldest message. */
  onNearStart: () => void
}

/** Scrolls the feed of a conversation; `box` is for the scrolling element. */
export function useFeedScroll({ sentCount, onNearStart }: Options) {
  const boxRef = useRef<HTMLDivElement>(null)
  const unreadLine = useRef<HTMLParagraphElement>(null)
  const [isAwayFromEnd, setIsAwayFromEnd] = useState(false)
  const scrollToEnd = () => boxRef.current?.scrollTo({ top: 0 })

  useLayoutEffect(() => {
    const showUnread = () => {
      const line = unreadLine.current
      line?.scrollIntoView({ block: 'start' })
      // All that is unread is one group: if it fits, it is shown whole, if need be without the line above it.
      const group = line?.nextElementSibling
      const height = boxRef.current?.clientHeight ?? 0
      if (group && !group.nextElementSibling && group.clientHeight <= height) group.scrollIntoView({ block: 'nearest' })
    }
    showUnread()
    // Groups have an estimated height until rendered (`content-visibility`): then the position is corrected.
    let frame = requestAnimationFrame(() => {
      showUnread()
      frame = requestAnimationFrame(showUnread)
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  useEffect(() => {
    if (sentCount > 0) boxRef.current?.scrollTo({ top: 0 })
  }, [sentCount])

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
