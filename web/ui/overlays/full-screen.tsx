import { lazy, Suspense } from 'react'
import type { FullScreenProps } from './full-screen-popup.tsx'
import { useWasOpen } from './use-was-open.ts'

const FullScreenPopup = lazy(async () => ({ default: (await import('./full-screen-popup.tsx')).FullScreenPopup }))

/** The whole screen, dark, for looking at pictures. Its code is loaded when it first opens. */
export function FullScreen(props: FullScreenProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense>
      <FullScreenPopup {...props} />
    </Suspense>
  )
}
