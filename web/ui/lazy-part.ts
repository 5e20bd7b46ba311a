import { createElement, lazy, use, useEffect, useState, type ComponentType } from 'react'
import { useIsHydrated } from './hooks/use-is-hydrated.ts'

/**
 * Like `lazy`, for an optional part of a page: nothing is rendered where its code cannot be fetched, while an
 * error of `lazy` would replace the whole page. The next place that renders the part fetches it again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let latest = attempt()

  function attempt(): ComponentType<Props> {
    const part: ComponentType<Props> = lazy<ComponentType<Props>>(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => ({ default: Missing }),
      ),
    )

    function Missing() {
      const isHydrated = useIsHydrated()
      // Where the server has rendered the part, nothing in place of that would be an error of hydration.
      if (!import.meta.env.SSR && !isHydrated) use(never)
      useEffect(() => {
        if (latest === part) latest = attempt()
      }, [])
      return null
    }
    return part
  }

  return function LazyPart(props: Props) {
    // The same while it is shown: the fallback of another would hide what is beside it.
    const [part] = useState(() => latest)
    return createElement(part, props)
  }
}

const never = new Promise<never>(() => {})
