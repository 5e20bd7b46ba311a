import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { SHARED_QUERY, removeSharedPhotos } from './shared-photos.ts'

/** Calls the function with the photos that the member shared, once, on a page whose address asks for them. */
export function useSharedPhotos(onPhotos: (files: File[]) => void) {
  const isAskedFor = new URLSearchParams(useLocation().search).has(SHARED_QUERY)
  const report = useEffectEvent(onPhotos)
  useEffect(() => {
    if (isAskedFor) void removeSharedPhotos().then((files) => files.length > 0 && report(files))
  }, [isAskedFor])
}
