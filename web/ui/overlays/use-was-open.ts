import { useState } from 'react'

/** Returns whether something has been open at least once; until then its body need not be loaded. */
export function useWasOpen(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen || isOpen
}
