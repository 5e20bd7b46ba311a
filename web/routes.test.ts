import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** Every route of the product, one path per line. */
const specified = `
  /
  /members
  /members/{id}
  /members/{id}/chat
  /members/{id}/landing
  /members/{id}/signup
  /members/{id}/landing2/{slug?}
  /members/{id}/landing3/{slug?}
  /likes
  /likes/{type}
  /likes/m/{id}
  /chats
  /chats/{id}
  /credits
  /credits/repeat-order
  /credits/{id}/{paymentmethod?}
  /transactions/{id?}
  /premium
  /pricing
  /directdebit
  /profile
  /notifications
  /login
  /signup
  /complete-signup
  /signup-matches
  /reset-password
  /reset-password/do
  /activate/done
  /activate/error
  /mail-change/do
  /account-deleted
  /complaints
  /lang-config
  /match-finder
  /swipe-game
  /landers/tinderswipe
  /landers/alonetonight/{slug?}
  /landers/collagelanding/{slug?}
  /landers/gallery/{slug?}
  /landers/iconslanding/{slug?}
  /landers/maplanding/{slug?}
  /landers/socialnetwork/{slug?}
  /landers/transitionsvideolanding/{slug?}
  /landers/video/{slug?}
  /{token}
  /ban
  /cookies
  /faq
  /privacy
  /return-policy
  /service
  /terms
`
  .trim()
  .split(/\s+/)

/** Specified, and the 404 page so far. */
const notBuilt = `
  /members/{id}/landing
  /members/{id}/signup
  /members/{id}/landing2/{slug?}
  /members/{id}/landing3/{slug?}
  /credits/repeat-order
  /directdebit
  /complete-signup
  /signup-matches
  /reset-password
  /reset-password/do
  /mail-change/do
  /account-deleted
  /complaints
  /lang-config
  /match-finder
  /swipe-game
  /landers/tinderswipe
  /landers/alonetonight/{slug?}
  /landers/collagelanding/{slug?}
  /landers/gallery/{slug?}
  /landers/iconslanding/{slug?}
  /landers/maplanding/{slug?}
  /landers/socialnetwork/{slug?}
  /landers/transitionsvideolanding/{slug?}
  /landers/video/{slug?}
  /ban
  /return-policy
`
  .trim()
  .split(/\s+/)

test('every path of the specification is built or known not to be', () => {
  const built = specified.filter((path) => !notBuilt.includes(path))
  expect(pathsOf(routes).toSorted()).toEqual(built.toSorted())
})

test('the list of what is not built names only specified paths', () => {
  expect(notBuilt.filter((path) => !specified.includes(path))).toEqual([])
})

/** Full paths in the specification's spelling. The page for unknown paths is left out; an optional part may be missing. */
function pathsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children, index }) => {
    const full = path ? `${parent}/${path}` : parent
    if (children) return pathsOf(children, full)
    if (path === '*') return []
    const spelled = (index ? '/' : full).replaceAll(/:(\w+)(\??)/g, '{$1$2}')
    // The table gives these two forms a line each.
    return spelled === '/likes/{type?}' ? ['/likes', '/likes/{type}'] : [spelled]
  })
}
