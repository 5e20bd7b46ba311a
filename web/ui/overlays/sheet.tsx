import { lazy, Suspense } from 'react'
import type { SheetProps } from './sheet-popup.tsx'
import { useWasOpen } from './use-was-open.ts'

const SheetPopup = lazy(async () => ({ default: (await import('./sheet-popup.tsx')).SheetPopup }))

/** More of the page: comes up from the bottom of a phone, swipes away, and from the side from 768 px on. */
export function Sheet(props: SheetProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense>
      <SheetPopup {...props} />
    </Suspense>
  )
}
