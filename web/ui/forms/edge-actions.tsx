import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useKeyboardHeight } from '#web/ui/hooks/use-keyboard-height.ts'

/** The buttons of a form. On a phone they stay at the lower edge of the screen, above a keyboard. */
export function EdgeActions({ className, children }: { className?: string; children: ReactNode }) {
  useKeyboardHeight()
  return (
    <div
      className={cx(
        'edge-actions max-md:sticky max-md:bottom-(--keyboard-height,0px) max-md:z-10 max-md:-mx-4 max-md:bg-surface/95 max-md:px-4 max-md:pt-3 max-md:pb-[calc(--spacing(3)+env(safe-area-inset-bottom))] max-md:backdrop-blur-md',
        className,
      )}
    >
      {children}
    </div>
  )
}
