import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of the operators' console, one line for each. Part of the URL table. */
export const operatorRoutes: RouteConfigEntry[] = [
  layout('routes/operator/entry-layout.tsx', [
    route('operator/login', 'routes/operator/login.tsx'),
    route('operator/invitation/:token', 'routes/operator/invitation.tsx'),
  ]),
  layout('routes/operator/console-layout.tsx', [
    route('operator', 'routes/operator/start.tsx'),
    route('operator/campaigns', 'routes/operator/campaigns.tsx'),
    route('operator/cohorts', 'routes/operator/cohorts.tsx'),
    route('operator/cases', 'routes/operator/cases.tsx'),
    route('operator/cases/numbers', 'routes/operator/case-numbers.tsx'),
    route('operator/cases/:reference', 'routes/operator/case.tsx'),
    route('operator/photos', 'routes/operator/photos.tsx'),
    route('operator/verifications', 'routes/operator/verifications.tsx'),
    route('operator/operators', 'routes/operator/operators.tsx'),
    route('operator/sites/*', 'routes/operator/sites.tsx'),
    route('operator/codes', 'routes/operator/codes.tsx'),
    route('operator/account', 'routes/operator/account.tsx'),
    route('operator/audit', 'routes/operator/audit.tsx'),
    route('operator/members', 'routes/operator/members.tsx'),
    route('operator/members/:memberId', 'routes/operator/member.tsx'),
    route('operator/money', 'routes/operator/orders.tsx'),
    route('operator/money/orders/:orderId', 'routes/operator/order.tsx'),
    route('operator/money/incidents', 'routes/operator/incidents.tsx'),
    route('operator/money/books', 'routes/operator/books.tsx'),
    route('operator/*', 'routes/not-found.tsx', { id: 'routes/operator/no-page' }),
  ]),
]
