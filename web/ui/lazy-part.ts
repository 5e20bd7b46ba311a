import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * Like `lazy`, for a part that a page is complete without: nothing is rendered where its code cannot be fetched, while
 * the error of `lazy` would replace the whole page.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
