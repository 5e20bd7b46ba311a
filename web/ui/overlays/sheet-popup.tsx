import { Drawer } from '@base-ui/react/drawer'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { backdropVariants } from './overlay-variants.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { scrollRegion } from '#web/ui/navigation/scroll-region.ts'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  closeLabel: string
  /** The buttons; they stay visible while the body scrolls. */
  footer?: ReactNode
  children: ReactNode
}

const placements = {
  bottom: {
    viewport: 'items-end justify-center',
    popup:
      'max-h-[88dvh] w-full rounded-t-lg transform-[translateY(var(--drawer-swipe-movement-y,0px))] starting:transform-[translateY(100%)] data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)] ' +
      // Fills the gap that would open at the edge when the sheet is pulled beyond its end.
      'after:absolute after:inset-x-0 after:top-full after:h-24 after:bg-surface-raised',
  },
  side: {
    viewport: 'items-stretch justify-end',
    popup:
      'h-full w-full max-w-110 rounded-s-lg transform-[translateX(var(--drawer-swipe-movement-x,0px))] starting:transform-[translateX(100%)] data-ending-style:transform-[translateX(100%)] data-starting-style:transform-[translateX(100%)] ' +
      'after:absolute after:inset-y-0 after:left-full after:w-24 after:bg-surface-raised',
  },
} satisfies Record<string, { viewport: string; popup: string }>

/** A panel over the page: from the bottom of a phone, where it can be swiped away, else from the side. */
export function SheetPopup({ open, onOpenChange, title, closeLabel, footer, children }: SheetProps) {
  useCloseOnBack(open, onOpenChange)
  const isSide = useMediaQuery(breakpoints.md)
  const { viewport, popup } = placements[isSide ? 'side' : 'bottom']
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection={isSide ? 'right' : 'down'}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className={cx(backdropVariants, 'duration-300')} />
          <Drawer.Viewport className={cx('fixed inset-0 z-40 flex', viewport)}>
            <Drawer.Popup
              className={cx(
                'relative flex flex-col bg-surface-raised text-text shadow-floating outline-none',
                'transition-transform duration-350 ease-swift data-swiping:duration-0 data-swiping:select-none',
                popup,
              )}
            >
              {!isSide && <div aria-hidden className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line-strong" />}
              <div className="flex items-start gap-4 py-3 ps-5 pe-3">
                <Drawer.Title className="min-w-0 flex-1 py-2 text-lg font-bold">{title}</Drawer.Title>
                <Drawer.Close
                  render={
                    <IconButton label={closeLabel}>
                      <X />
                    </IconButton>
                  }
                />
              </div>
              <Drawer.Content
                ref={scrollRegion}
                className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1', footer ? 'pb-4' : 'pb-8')}
              >
                {children}
              </Drawer.Content>
              {footer && (
                <div className="border-t border-line pb-safe">
                  <div className="flex gap-2 px-5 py-4 *:flex-auto">{footer}</div>
                </div>
              )}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}
