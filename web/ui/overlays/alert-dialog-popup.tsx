import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { backdropVariants, dialogSurface, dialogViewport } from './overlay-variants.ts'
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
        <Base.Viewport className={dialogViewport}>
          <Base.Popup {...(finalFocus && { finalFocus })} className={cx(dialogSurface, 'md:max-w-100')}>
            <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-6">
              <Base.Title className="text-xl font-bold wrap-anywhere">{title}</Base.Title>
              {description && <Base.Description className="text-text-muted">{description}</Base.Description>}
              <div className="mt-3 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
                <Base.Close render={<Button variant="outline" />}>{cancelLabel}</Base.Close>
                <Button variant={tone === 'danger' ? 'danger' : 'primary'} isPending={isPending} onClick={onConfirm}>
                  {confirmLabel}
                </Button>
              </div>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
