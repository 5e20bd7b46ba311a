import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { operatorRoutes } from './routes/operator/routes.ts'
import { textPages } from './routes/pages/text-pages.ts'

/**
 * The URL table. `routes.test.ts` lists every route of the product and those not built yet.
 * `members-only.tsx` and `chat-layout.tsx` of `shell/layouts` send visitors to /login; so does
 * `visitors-allowed.tsx` where the search is closed to them.
 */
export default [
  layout('shell/layouts/lander-layout.tsx', [index('routes/home.tsx')]),
  layout('shell/layouts/campaign-layout.tsx', [
    route('landers/:lander/:slug?', 'routes/lander.tsx'),
    route('members/:id/landing', 'routes/member-lander.tsx', { id: 'routes/landing' }),
    route('members/:id/landing2/:slug?', 'routes/member-lander.tsx', { id: 'routes/landing2' }),
    route('members/:id/landing3/:slug?', 'routes/member-lander.tsx', { id: 'routes/landing3' }),
  ]),
  layout('shell/layouts/default-layout.tsx', [
    ...textPages.map((name) => route(name, 'routes/pages/text-page.tsx', { id: `routes/pages/${name}` })),
    route('terms', 'routes/pages/terms.tsx'),
    route('cookies', 'routes/pages/cookies.tsx'),
    route('complaints', 'routes/pages/complaints.tsx'),
    route('image-removal', 'routes/pages/image-removal.tsx'),
    route('decisions/:reference', 'routes/decision.tsx'),
    route('mail-preferences', 'routes/mail-preferences.tsx'),
    route('service', 'routes/pages/service.tsx'),
    route('premium', 'routes/payments/premium.tsx'),
    route('pricing', 'routes/pages/pricing.tsx'),
    route('return-policy', 'routes/pages/return-policy.tsx'),
    route('lang-config', 'routes/pages/lang-config.tsx'),
    route('activate/done', 'routes/accounts/activate-done.tsx'),
    route('activate/error', 'routes/accounts/activate-error.tsx'),
    route('account-deleted', 'routes/accounts/account-deleted.tsx'),
    route('mail-change/do', 'routes/accounts/mail-change-do.tsx'),
    layout('shell/layouts/visitors-allowed.tsx', [
      route('members', 'routes/members.tsx'),
      route('members/:id', 'routes/member.tsx'),
    ]),
    layout('shell/layouts/members-only.tsx', [
      route('likes/m/:id', 'routes/member.tsx', { id: 'routes/liked-member' }),
      route('likes/:type?', 'routes/likes.tsx'),
      route('me', 'routes/me.tsx'),
      route('profile', 'routes/profile.tsx'),
      route('profile/visitors', 'routes/visitors.tsx'),
      route('profile/preview', 'routes/profile-preview.tsx'),
      route('share-photo', 'routes/share-photo.tsx'),
      route('notifications', 'routes/settings/settings-layout.tsx', [
        index('routes/settings/account.tsx', { id: 'routes/settings' }),
        route('account', 'routes/settings/account.tsx'),
        route('payments', 'routes/settings/payments.tsx'),
        route('verification', 'routes/settings/verification.tsx'),
        route('safety', 'routes/settings/safety.tsx'),
        route(':section', 'routes/settings/section.tsx'),
      ]),
      route('decisions', 'routes/decisions.tsx'),
      route('age-check', 'routes/accounts/age-check.tsx'),
      route('credits', 'routes/payments/credits.tsx'),
      route('credits/repeat-order', 'routes/payments/repeat-order.tsx'),
      route('directdebit', 'routes/payments/direct-debit.tsx'),
      route('credits/:id/:paymentmethod?', 'routes/payments/checkout.tsx'),
      route('transactions/:id?', 'routes/payments/transaction.tsx'),
      route('swipe-game', 'routes/swipe-game.tsx'),
      route('match-finder', 'routes/match-finder.tsx'),
    ]),
    route(':token', 'routes/accounts/one-time-link.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('shell/layouts/chat-layout.tsx', [
    layout('routes/chats-layout.tsx', [
      route('chats', 'routes/chats.tsx'),
      route('chats/:id', 'routes/conversation.tsx'),
      route('members/:id/chat', 'routes/conversation-with.tsx'),
    ]),
  ]),
  layout('shell/layouts/empty-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('reset-password', 'routes/accounts/reset-password.tsx'),
    route('reset-password/do', 'routes/accounts/reset-password-do.tsx'),
    route('signup', 'routes/accounts/signup.tsx'),
    route('members/:id/signup', 'routes/accounts/member-signup.tsx'),
    layout('shell/layouts/members-only.tsx', { id: 'shell/members-only-empty' }, [
      route('complete-signup', 'routes/accounts/complete-signup.tsx'),
      route('signup-matches', 'routes/accounts/signup-matches.tsx'),
    ]),
    route('consent', 'routes/accounts/consent.tsx'),
    route('paused', 'routes/accounts/paused.tsx'),
  ]),
  ...operatorRoutes,
] satisfies RouteConfig
