import { lazy, Suspense } from 'react'
import type { AlertDialogProps } from './alert-dialog-popup.tsx'
import { useWasOpen } from './use-was-open.ts'

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
