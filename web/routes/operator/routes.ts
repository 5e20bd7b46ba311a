import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of the operators' console, one line for each. Part of the URL table. */
export const operatorRoutes: RouteConfigEntry[] = [
  layout('routes/operator/entry-layout.tsx', [
    route('operator/login', 'routes/operator/login.tsx'),
    route('operator/invitation/:token', 'routes/operator/invitation.tsx'),
  ]),
  layout('routes/operator/console-layout.tsx', [
    route('operator', 'routes/operator/start.tsx'),
    route('operator/operators', 'routes/operator/operators.tsx'),
    route('operator/sites/*', 'routes/operator/sites.tsx'),
    route('operator/codes', 'routes/operator/codes.tsx'),
    route('operator/audit', 'routes/operator/audit.tsx'),
    route('operator/*', 'routes/operator/no-page.tsx'),
  ]),
]
