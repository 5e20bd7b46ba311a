import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/**
 * The URL table. `routes.test.ts` lists every route of the product and those that are not built yet.
 * `shell/layouts/members-only.tsx` sends visitors to /login; so does `shell/layouts/visitors-allowed.tsx` on sites that
 * close the search to visitors.
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
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('cookies', 'routes/cookies.tsx'),
    route('ban', 'routes/ban.tsx'),
    route('complaints', 'routes/complaints.tsx'),
    route('safety-tips', 'routes/safety-tips.tsx'),
    route('accessibility', 'routes/accessibility.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('service', 'routes/service.tsx'),
    route('premium', 'routes/premium.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('return-policy', 'routes/return-policy.tsx'),
    route('lang-config', 'routes/lang-config.tsx'),
    route('activate/done', 'routes/activate-done.tsx'),
    route('activate/error', 'routes/activate-error.tsx'),
    route('account-deleted', 'routes/account-deleted.tsx'),
    route('mail-change/do', 'routes/mail-change-do.tsx'),
    layout('shell/layouts/visitors-allowed.tsx', [
      route('members', 'routes/members.tsx'),
      route('members/:id', 'routes/member.tsx'),
    ]),
    layout('shell/layouts/members-only.tsx', [
      route('likes/m/:id', 'routes/member.tsx', { id: 'routes/liked-member' }),
      route('likes/:type?', 'routes/likes.tsx'),
      route('profile', 'routes/profile.tsx'),
      route('profile/visitors', 'routes/visitors.tsx'),
      route('notifications', 'routes/notifications.tsx'),
      route('credits', 'routes/credits.tsx'),
      route('credits/repeat-order', 'routes/repeat-order.tsx'),
      route('directdebit', 'routes/direct-debit.tsx'),
      route('credits/:id/:paymentmethod?', 'routes/checkout.tsx'),
      route('transactions/:id?', 'routes/transaction.tsx'),
      route('signup-matches', 'routes/signup-matches.tsx'),
      route('swipe-game', 'routes/swipe-game.tsx'),
      route('match-finder', 'routes/match-finder.tsx'),
    ]),
    route(':token', 'routes/one-time-link.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('shell/layouts/chat-layout.tsx', [
    layout('shell/layouts/members-only.tsx', { id: 'shell/members-only-chat' }, [
      layout('routes/chats-layout.tsx', [
        route('chats', 'routes/chats.tsx'),
        route('chats/:id', 'routes/conversation.tsx'),
        route('members/:id/chat', 'routes/conversation-with.tsx'),
      ]),
    ]),
  ]),
  layout('shell/layouts/empty-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('reset-password/do', 'routes/reset-password-do.tsx'),
    route('signup', 'routes/signup.tsx'),
    route('members/:id/signup', 'routes/member-signup.tsx'),
    layout('shell/layouts/members-only.tsx', { id: 'shell/members-only-empty' }, [
      route('complete-signup', 'routes/complete-signup.tsx'),
    ]),
    route('consent', 'routes/consent.tsx'),
    route('paused', 'routes/paused.tsx'),
  ]),
] satisfies RouteConfig
