import { lazy, Suspense, type ComponentType, useState } from 'react'

/**
 * Makes an overlay whose code is loaded when it first opens. It stays mounted, so that its closing can be
 * animated. `preloadOverlays` fetches the code of common ones earlier.
 */
export function lazyOverlay<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  // `lazy` loses the relation between a generic component and its props.
  const Popup = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function Overlay(props: Props) {
    if (!useWasOpen(props.open)) return null
    return (
      <Suspense>
        <Popup {...props} />
      </Suspense>
    )
  }
}

/** Returns whether something has been open at least once; until then its body need not be loaded. */
function useWasOpen(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen || isOpen
}

/** A modal dialog for one task: in the middle of the window, from below on a phone. */
export const Dialog = lazyOverlay(async () => (await import('./dialog-popup.tsx')).DialogPopup)

/** Asks for confirmation. Starts with the focus on cancel; a press outside does not close the dialog. */
export const AlertDialog = lazyOverlay(async () => (await import('./alert-dialog-popup.tsx')).AlertDialogPopup)

/** A dark overlay over the whole screen, for viewing photos. */
export const FullScreen = lazyOverlay(async () => (await import('./full-screen-popup.tsx')).FullScreenPopup)
