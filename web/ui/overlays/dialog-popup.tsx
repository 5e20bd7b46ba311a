import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { backdropVariants } from './overlay-variants.ts'
import { scrollRegion } from '#web/ui/navigation/scroll-region.ts'

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

const sizes = { sm: 'max-w-100', md: 'max-w-128', lg: 'max-w-176' } satisfies Record<
  NonNullable<DialogProps['size']>,
  string
>

/** The body of Dialog, loaded with the first one that opens. */
export function DialogPopup({
  open,
  onOpenChange,
  title,
  isTitleHidden = false,
  description,
  closeLabel,
  isDismissible = true,
  size = 'md',
  footer,
  initialFocus,
  className,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!isDismissible}
      onOpenChange={(next, details) => {
        if (!isDismissible && details.reason === 'escape-key') details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropVariants} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-hidden p-4">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            className={cx(
              'relative flex max-h-full w-full flex-col overflow-hidden rounded-lg bg-surface-raised text-text shadow-floating outline-none',
              'transition-[scale,opacity,translate] duration-200 ease-swift starting:translate-y-2 starting:scale-97 starting:opacity-0',
              'data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:scale-97 data-starting-style:opacity-0',
              sizes[size],
              className,
            )}
          >
            <div className={cx('flex items-start gap-4 px-6 pt-5', isTitleHidden && 'sr-only')}>
              <div className="min-w-0 flex-1 py-1.5">
                <Base.Title className="text-xl font-bold">{title}</Base.Title>
                {description && <Base.Description className="mt-1.5 text-text-muted">{description}</Base.Description>}
              </div>
            </div>
            <div
              ref={scrollRegion}
              className={cx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5',
                footer ? 'fade-bottom' : 'pb-6',
              )}
            >
              {children}
            </div>
            {footer && (
              <div className="flex flex-col-reverse gap-2 px-6 pt-1 pb-6 sm:flex-row sm:justify-end">{footer}</div>
            )}
            {isDismissible && (
              <Base.Close
                render={
                  <IconButton label={closeLabel} variant={isTitleHidden ? 'shade' : 'ghost'}>
                    <X />
                  </IconButton>
                }
                className="absolute end-3 top-4"
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
