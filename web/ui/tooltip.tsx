import { useRender } from '@base-ui/react/use-render'
import { lazy, Suspense, useEffect, useId, useRef, useState, type PointerEvent, type ReactElement } from 'react'
import { useWasOpen } from './use-was-open.ts'

const OPEN_AFTER_MS = 400
const CLOSE_AFTER_MS = 120

type TooltipProps = {
  text: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** The text only repeats the name of an IconButton, so screen readers need not hear it twice. */
  isName?: boolean | undefined
  /** One element that can take the focus. */
  children: ReactElement
}

const TooltipPopup = lazy(async () => ({ default: (await import('./tooltip-popup.tsx')).TooltipPopup }))

/**
 * A few words about something under the pointer or the focus. Never the only place where something is said: phones have
 * no pointer to hold over it.
 */
export function Tooltip({ text, side = 'top', isName = false, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useWasOpen(isOpen)
  const anchorRef = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  useEffect(() => () => clearTimeout(timer.current), [])

  function plan(open: boolean, delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(open), delayMs)
  }

  const child = useRender({
    render: children,
    ref: anchorRef,
    props: {
      'aria-describedby': isOpen && !isName ? id : undefined,
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && plan(true, OPEN_AFTER_MS),
      onPointerLeave: () => plan(false, CLOSE_AFTER_MS),
      onPointerDown: () => plan(false, 0),
      onFocus: () => anchorRef.current?.matches(':focus-visible') && plan(true, 0),
      onBlur: () => plan(false, 0),
    },
  })
  return (
    <>
      {child}
      {wasOpen && (
        <Suspense>
          <TooltipPopup
            id={id}
            text={text}
            side={side}
            open={isOpen}
            anchorRef={anchorRef}
            onClose={() => plan(false, 0)}
            onPointerEnter={() => plan(true, 0)}
            onPointerLeave={() => plan(false, CLOSE_AFTER_MS)}
          />
        </Suspense>
      )}
    </>
  )
}
