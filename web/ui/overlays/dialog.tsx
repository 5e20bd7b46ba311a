import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-popup.tsx'
import { useWasOpen } from './use-was-open.ts'

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
