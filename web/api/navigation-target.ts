import type { Location } from 'react-router'

/** Where the router is navigating to; undefined where it is not. Read directly from it, for code outside of rendering. */
export function navigationTarget() {
  const { __reactRouterDataRouter: router } = window as {
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  }
  return router?.state.navigation.location
}
