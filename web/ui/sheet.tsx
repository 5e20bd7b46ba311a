import { lazy, Suspense, type ReactNode } from 'react'
import { useWasOpen } from './use-was-open.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  /** The buttons; they stay in sight while the body scrolls. */
  footer?: ReactNode
  children: ReactNode
}

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
