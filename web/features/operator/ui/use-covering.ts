import { useState, useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { useOperator } from '#web/features/operator/queries.ts'

/** Stored for an operator who chose to see images at once; without it all are covered. */
const keyOf = (operatorId: string) => `operator.shows-images.${operatorId}`

const listeners = new Set<() => void>()
/** Operators whose choice the browser does not store: it ends with the page. */
const showingOnThisPage = new Set<string>()

/** Returns whether this operator has all images covered, and the function that changes it in this browser. */
export function useCovering() {
  const { id } = useOperator()
  const coversAll = useSyncExternalStore(
    subscribe,
    () => !showingOnThisPage.has(id) && deviceStorage.getItem(keyOf(id)) === null,
    () => true,
  )
  function setCoversAll(covers: boolean) {
    showingOnThisPage.delete(id)
    if (covers) deviceStorage.removeItem(keyOf(id))
    else if (!deviceStorage.setItem(keyOf(id), 'yes')) showingOnThisPage.add(id)
    for (const listener of listeners) listener()
  }
  return { coversAll, setCoversAll }
}

interface CoverableImage {
  id: string
  /** Covered whatever the operator chose. */
  isExplicit: boolean
}

/** Which images of a page are shown: those that were pressed, and those that nothing covers. */
export function useShownImages() {
  const { coversAll } = useCovering()
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isShownIn = (presses: ReadonlyMap<string, boolean>, { id, isExplicit }: CoverableImage) =>
    presses.get(id) ?? !(coversAll || isExplicit)
  return {
    coversAll,
    isShown: (image: CoverableImage) => isShownIn(pressed, image),
    toggle: (image: CoverableImage) => setPressed((before) => new Map(before).set(image.id, !isShownIn(before, image))),
  }
}

/** Follows this page and, by the browser's event, other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
