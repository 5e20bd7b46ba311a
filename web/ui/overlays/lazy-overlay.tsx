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
