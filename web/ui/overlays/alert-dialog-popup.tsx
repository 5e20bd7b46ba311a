import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { backdropVariants } from './overlay-variants.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, e.g. "Delete this chat?" */
  title: ReactNode
  /** What will happen. */
  description?: ReactNode
  /** Names the action: "Delete", not "OK". */
  confirmLabel: string
  cancelLabel: string
  /** `danger` for what cannot be undone. */
  tone?: 'danger' | 'plain'
  isPending?: boolean | undefined
  /** Back does not close the dialog: it asks about leaving the page, which the router prevents meanwhile. */
  isOutOfHistory?: boolean
  /** Returns where the focus goes when the dialog has closed; true: to where it was before. */
  finalFocus?: () => HTMLElement | null | true
  /** The caller closes the dialog, so that it can stay open after a failure. */
  onConfirm: () => void
}

/** The body of AlertDialog, loaded with the first one that opens. */
export function AlertDialogPopup({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  isPending = false,
  isOutOfHistory = false,
  finalFocus,
  onConfirm,
}: AlertDialogProps) {
  useCloseOnBack(open && !isOutOfHistory, onOpenChange)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropVariants} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            {...(finalFocus && { finalFocus })}
            className={cx(
              'flex w-full max-w-100 flex-col gap-3 rounded-lg bg-surface-raised p-6 text-text shadow-floating outline-none',
              'transition-[scale,opacity] duration-200 ease-swift starting:scale-97 starting:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0',
            )}
          >
            <Base.Title className="text-xl font-bold wrap-anywhere">{title}</Base.Title>
            {description && <Base.Description className="text-text-muted">{description}</Base.Description>}
            <div className="mt-3 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Base.Close render={<Button variant="outline" />}>{cancelLabel}</Base.Close>
              <Button variant={tone === 'danger' ? 'danger' : 'primary'} isPending={isPending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
