import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useRef, type MouseEventHandler, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { backdropVariants, dialogSurface, dialogViewport } from './overlay-variants.ts'
import { useAreaAboveKeyboard } from './use-area-above-keyboard.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { scrollRegion } from '#web/ui/navigation/scroll-region.ts'

type DialogProps = {
  open: boolean
  /** Called with false when the user closes the dialog. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The title is only for screen readers. */
  isTitleHidden?: boolean | undefined
  closeLabel: string
  /** Only the button closes the dialog: Escape, Back and a press beside it do nothing. */
  staysOpen?: boolean | undefined
  size?: keyof typeof sizes
  /** Puts the focus on the title and not on the first field, for a dialog that opens by itself. */
  focusesTitle?: boolean | undefined
  /** Receives presses anywhere in the dialog. Escape and the close button do for those without a pointer. */
  onContentClick?: MouseEventHandler | undefined
  className?: string | undefined
  children?: ReactNode
}

const sizes = { sm: 'md:max-w-100', md: 'md:max-w-128' } satisfies Record<string, string>

/** The body of Dialog, loaded with the first one that opens. */
export function DialogPopup({
  open,
  onOpenChange,
  title,
  isTitleHidden = false,
  closeLabel,
  staysOpen = false,
  size = 'md',
  focusesTitle = false,
  onContentClick,
  className,
  children,
}: DialogProps) {
  useCloseOnBack(open, onOpenChange, { staysOpen })
  useAreaAboveKeyboard(open)
  const titleRef = useRef<HTMLHeadingElement>(null)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={staysOpen}
      onOpenChange={(next, { reason }) => {
        if (staysOpen && reason === 'escape-key') return
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropVariants} />
        <Base.Viewport className={dialogViewport}>
          <Base.Popup
            {...(focusesTitle && { initialFocus: titleRef })}
            onClick={onContentClick}
            className={cx(dialogSurface, sizes[size], className)}
          >
            <div className={cx('flex items-start gap-4 ps-6 pe-14 pt-5', isTitleHidden && 'sr-only')}>
              <Base.Title
                ref={titleRef}
                tabIndex={-1}
                className="min-w-0 flex-1 py-1.5 text-xl font-bold wrap-anywhere outline-none"
              >
                {title}
              </Base.Title>
            </div>
            <div ref={scrollRegion} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-5 pb-6">
              {children}
            </div>
            <Base.Close
              render={
                <IconButton label={closeLabel} variant={isTitleHidden ? 'shade' : 'ghost'}>
                  <X />
                </IconButton>
              }
              className="absolute end-3 top-4"
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
