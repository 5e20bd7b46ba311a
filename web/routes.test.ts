import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** Every route of the product, one path per line. */
const productPaths = `
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
  /consent
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

/** Paths of the product that still show the 404 page. */
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

test('every path of the product is built, or listed as not built', () => {
  const built = productPaths.filter((path) => !notBuilt.includes(path))
  expect(pathsOf(routes).toSorted()).toEqual(built.toSorted())
})

test('only paths of the product are listed as not built', () => {
  expect(notBuilt.filter((path) => !productPaths.includes(path))).toEqual([])
})

/** Returns the full paths of the route table in the notation of the lists, without the page for unknown paths. */
function pathsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children, index }) => {
    const full = path ? `${parent}/${path}` : parent
    if (children) return pathsOf(children, full)
    if (path === '*') return []
    const written = (index ? '/' : full).replaceAll(/:(\w+)(\??)/g, '{$1$2}')
    // One route with an optional part; the list has a line for each form.
    return written === '/likes/{type?}' ? ['/likes', '/likes/{type}'] : [written]
  })
}
