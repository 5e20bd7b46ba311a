import { lazy, Suspense, type ReactNode } from 'react'
import { useWasOpen } from './use-was-open.ts'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, e.g. "Delete this chat?" */
  title: ReactNode
  /** What will happen. */
  description?: ReactNode
  /** Names the act: "Delete", not "OK". */
  confirmLabel: string
  cancelLabel: string
  /** `danger` for what cannot be taken back. */
  tone?: 'danger' | 'plain'
  isPending?: boolean | undefined
  /** Closing is up to you, so that a failed act can keep it open. */
  onConfirm: () => void
  children?: ReactNode
}

const AlertDialogPopup = lazy(async () => ({ default: (await import('./alert-dialog-popup.tsx')).AlertDialogPopup }))

/** Asks before something that matters. The focus starts on "no"; a press outside is no answer. */
export function AlertDialog(props: AlertDialogProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense>
      <AlertDialogPopup {...props} />
    </Suspense>
  )
}
