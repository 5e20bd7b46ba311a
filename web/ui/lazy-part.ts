import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * Like `lazy`, for an optional part of a page: nothing is rendered where its code cannot be fetched, while an
 * error of `lazy` would replace the whole page.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
