import type { Location } from 'react-router'

/** Where the router is navigating to; undefined where it is not. For code outside of rendering. */
export function navigationTarget() {
  const { __reactRouterDataRouter: router } = window as {
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  }
  return router?.state.navigation.location
}

/**
 * Whether the browser is at a page and not on its way to another. Ask before an answer of the server leads
 * on: it must not lead away from where the person has gone meanwhile.
 */
export function isAtPage(pathname: string) {
  return [location, navigationTarget()].every((place) => !place || place.pathname === pathname)
}
