import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/**
 * The URL table. `routes.test.ts` lists every route of the product and those that are not built yet.
 * `shell/layouts/members-only.tsx` sends visitors to /login; so does `shell/layouts/visitors-allowed.tsx` on sites that
 * close the search to visitors.
 */
export default [
  layout('shell/layouts/lander-layout.tsx', [index('routes/home.tsx')]),
  layout('shell/layouts/default-layout.tsx', [
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('cookies', 'routes/cookies.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('service', 'routes/service.tsx'),
    route('premium', 'routes/premium.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('activate/done', 'routes/activate-done.tsx'),
    route('activate/error', 'routes/activate-error.tsx'),
    layout('shell/layouts/visitors-allowed.tsx', [
      route('members', 'routes/members.tsx'),
      route('members/:id', 'routes/member.tsx'),
    ]),
    layout('shell/layouts/members-only.tsx', [
      route('likes/m/:id', 'routes/member.tsx', { id: 'routes/liked-member' }),
      route('likes/:type?', 'routes/likes.tsx'),
      route('profile', 'routes/profile.tsx'),
      route('notifications', 'routes/notifications.tsx'),
      route('credits', 'routes/credits.tsx'),
      route('credits/:id/:paymentmethod?', 'routes/checkout.tsx'),
      route('transactions/:id?', 'routes/transaction.tsx'),
    ]),
    route(':token', 'routes/one-time-link.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('shell/layouts/chat-layout.tsx', [
    layout('shell/layouts/members-only.tsx', { id: 'shell/members-only-chat' }, [
      route('chats', 'routes/chats.tsx'),
      route('chats/:id', 'routes/conversation.tsx'),
      route('members/:id/chat', 'routes/conversation-with.tsx'),
    ]),
  ]),
  layout('shell/layouts/empty-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('signup', 'routes/signup.tsx'),
    route('consent', 'routes/consent.tsx'),
  ]),
] satisfies RouteConfig
