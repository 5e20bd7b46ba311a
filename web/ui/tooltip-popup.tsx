import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import { cx } from './cx.ts'
import { popupMotion } from './overlay-look.ts'

type TooltipPopupProps = {
  id: string
  text: string
  side: 'top' | 'bottom' | 'left' | 'right'
  open: boolean
  anchorRef: RefObject<HTMLElement | null>
  onClose: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/** The body of Tooltip, loaded with the first one. */
export function TooltipPopup({ id, text, side, open, anchorRef, onClose, ...pointer }: TooltipPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchorRef} side={side} sideOffset={8} collisionPadding={8} className="z-60">
          <Base.Popup
            {...pointer}
            id={id}
            role="tooltip"
            className={cx(
              'max-w-64 rounded-sm bg-text px-3 py-1.5 text-sm font-medium text-surface shadow-floating',
              popupMotion,
            )}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
