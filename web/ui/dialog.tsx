import { lazy, Suspense, type ReactNode, type RefObject } from 'react'
import { useWasOpen } from './use-was-open.ts'

export type DialogProps = {
  open: boolean
  /** The person wants it closed (or a trigger opens it); keep the state where the trigger is. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The title is only for screen readers. */
  isTitleHidden?: boolean | undefined
  description?: ReactNode
  closeLabel: string
  /** Without this it stays until something in it closes it: no close button, no Escape, no press outside. */
  isDismissible?: boolean | undefined
  size?: 'sm' | 'md' | 'lg'
  /** The buttons; they stay in sight while the body scrolls. The main one comes last. */
  footer?: ReactNode
  /** Gets the focus at the start; else the first thing that can take it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  children?: ReactNode
}

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }))

/** Takes over the screen for one thing. Its code is loaded when it first opens; see preload-overlays.ts. */
export function Dialog(props: DialogProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}
