import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { campaignLanders } from '#contract/landers/landers.ts'
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
  /profile/visitors
  /profile/preview
  /share-photo
  /decisions
  /decisions/{reference}
  /age-check
  /notifications
  /mail-preferences
  /notifications/account
  /notifications/payments
  /notifications/verification
  /notifications/safety
  /notifications/{section}
  /me
  /login
  /signup
  /complete-signup
  /consent
  /paused
  /signup-matches
  /reset-password
  /reset-password/do
  /activate/done
  /activate/error
  /mail-change/do
  /account-deleted
  /complaints
  /image-removal
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
  /accessibility
  /safety-tips
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

test('every path of the product is built, and no other one', () => {
  // The console has its own table, web/routes/operator/routes.ts.
  const paths = pathsOf(routes).filter((path) => !/^\/operator(?:\/|$)/.test(path))
  expect(paths.toSorted()).toEqual(productPaths.toSorted())
})

/** Returns the full paths of the route table as in the lists, without the page for unknown paths. */
function pathsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children, index }) => {
    const full = path ? `${parent}/${path}` : parent
    if (children) return pathsOf(children, full)
    if (path === '*') return []
    const written = (index ? parent || '/' : full).replaceAll(/:(\w+)(\??)/g, '{$1$2}')
    // One route with an optional part; the list has a line for each form.
    // The page knows its names, and that `tinderswipe` has no slug.
    if (written === '/landers/{lander}/{slug?}')
      return campaignLanders.map((name) => `/landers/${name}${name === 'tinderswipe' ? '' : '/{slug?}'}`)
    return written === '/likes/{type?}' ? ['/likes', '/likes/{type}'] : [written]
  })
}
