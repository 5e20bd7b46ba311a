import { lazy, use, type ComponentType, type LazyExoticComponent } from 'react'
import { useIsHydrated } from './hooks/use-is-hydrated.ts'

/**
 * Like `lazy`, for an optional part of a page: nothing is rendered where its code cannot be fetched, while an
 * error of `lazy` would replace the whole page.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  )
}

const never = new Promise<never>(() => {})

/** Waits where the server has rendered the part: nothing in place of that would be an error of hydration. */
function Missing() {
  const isHydrated = useIsHydrated()
  if (!import.meta.env.SSR && !isHydrated) use(never)
  return null
}
