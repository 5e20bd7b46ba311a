// Which module may import which: docs/architecture.md. `scripts/check-boundaries.test.ts` tests every rule.
const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

/** In order: a slice imports those before it, and reaches those after by events (server) or routes (web). */
const order = [
  'settings',
  'accounts',
  'pages',
  'visibility',
  'moderation',
  'profiles',
  'credits',
  'unlocks',
  'payments',
  'debits',
  'landers',
  'signup',
  'search',
  'likes',
  'chat',
  'exports',
  'games',
  'notifications',
  'operator',
]

/** Files of a slice that others may import: those of every slice, and the verbs of its service. */
const publicModules = ['service', 'rules', 'views', 'events', 'fragments']
const publicVerbs = {
  settings: ['cities', 'edit-site', 'traffic-source', 'versions'],
  accounts: [
    'consents',
    'keyed-hash',
    'suspension',
    'deletion/deletion',
    'email/activation',
    'email/mail-change',
    'login/attempts',
    'login/device-cookie',
    'login/login',
    'login/user-agent',
    'notifications/notifications',
    'notifications/push-subscriptions',
    'recovery/passwords',
    'recovery/reset',
    'second-factor/passkey-ceremony',
    'second-factor/passkey-store',
    'second-factor/totp',
    'sessions/session-cookie',
  ],
  pages: ['edit-page-text'],
  moderation: [
    'image-errors',
    'known-images',
    'lock-pair',
    'report-files',
    'cases/open-case',
    'cases/open-own-case',
    'cases/claim-case',
    'cases/claim-and-decide',
    'cases/decide-case',
    'cases/case-list',
    'cases/case-view',
    'cases/case-note',
    'cases/case-image',
    'cases/photo-case',
    'cases/statements',
    'cases/statement-fields',
    'removal/name-image',
    'signals/evasion',
    'signals/inspect-message',
  ],
  payments: ['operator-commands', 'orders/collect-debit', 'receipts/receipt'],
  profiles: [
    'fictional/fictional-photos',
    'fictional/fictional-profiles',
    'photos',
    'photo-files',
    'photo-review',
    'review-queue',
    'send-photo',
    'selfie-file',
    'verification-review',
  ],
  credits: ['charge', 'discounts', 'offers'],
  landers: ['edit-lander', 'lander-images'],
  search: ['candidates'],
  chat: ['send/send-message'],
}

const serverSlices = existing('server/features')
const webSlices = existing('web/features')

const publicFiles = [
  `^server/features/[^/]+/(${publicModules.join('|')})[.]ts$`,
  ...Object.entries(publicVerbs).map(([slice, verbs]) => `^server/features/${slice}/(${verbs.join('|')})[.]ts$`),
]

const tests = '[.](test|int[.]test|fault|e2e)[.]tsx?$|^tests/'
const platformOnlyDrivers = [
  'pg',
  'nodemailer',
  'web-push',
  'sharp',
  'redis',
  'ioredis',
  'graphile-worker',
  'rate-limiter-flexible',
  'yazl',
  'pdfkit',
  'fontkit',
]
/** What the platform may import of the contract: nothing of a slice, no domain types. */
const platformContracts = [
  'endpoint',
  'errors',
  'error-body',
  'ids',
  'limits',
  'time',
  'languages',
  'countries',
  'realtime-protocol',
  'realtime-protocol-schemas',
  'email-renderer',
  'page-renderer',
]

/** Returns the slices that have a directory, or a file, in a folder, in their order. */
function existing(folder, ending = '') {
  const path = join(__dirname, folder)
  if (!existsSync(path)) return []
  const names = readdirSync(path)
  return order.filter((slice) => names.includes(`${slice}${ending}`))
}

/** Forbids a slice to import one after it: a rule for each slice, so that the message names it. */
function orderRules(side, slices, comment) {
  return slices.slice(0, -1).map((slice, index) => ({
    name: `${side}-order-${slice}`,
    comment,
    severity: 'error',
    from: { path: `^${side}/features/${slice}/`, pathNot: tests },
    to: { path: `^${side}/features/(${slices.slice(index + 1).join('|')})/` },
  }))
}

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract runs on both sides, so it depends on nothing but zod and itself.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'calls-without-schemas',
      comment: 'Pages load calls, and zod would come with a schema. Import the type only.',
      severity: 'error',
      from: { path: '^contract/.*calls[.]ts$' },
      to: { pathNot: '^contract/endpoint[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-knows-no-slices',
      comment: 'The platform has no domain words. Let the slice call the platform or subscribe to it.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: ['^server/(features|demo)/', '^server/(app|main|web-host)[.]ts$'] },
    },
    {
      name: 'platform-without-domain-types',
      comment: 'The contract of a slice is domain. Give the platform a type parameter, or pass the value in.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: '^contract/', pathNot: `^contract/(${platformContracts.join('|')})[.]ts$` },
    },
    ...orderRules('server', serverSlices, 'The slice stands before those that it imports here. Emit an event instead.'),
    {
      name: 'slice-public-modules',
      comment: 'The file is private to its slice. Public are those of `publicModules` and `publicVerbs`.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: tests },
      to: { path: '^server/features/', pathNot: ['^server/features/$1/', ...publicFiles] },
    },
    {
      name: 'slice-exports-nothing-private',
      comment: 'A public module that re-exports a private one makes it public. Move the function.',
      severity: 'error',
      from: { path: publicFiles },
      to: { path: '^server/features/', pathNot: publicFiles, dependencyTypes: ['export'] },
    },
    {
      name: 'slice-is-in-the-order',
      comment: 'Every slice has its place in the order of docs/architecture.md. Add the new one there and above.',
      severity: 'error',
      from: { path: '^server/features/', pathNot: `^server/features/(${order.join('|')})/` },
      to: {},
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules decide without I/O: they import the contract, its language zod, and other rules.',
      severity: 'error',
      from: { path: '^server/features/[^/]+/rules[.]ts$' },
      to: { pathNot: ['^contract/', '^node_modules/zod/', '^server/features/[^/]+/rules[.]ts$'] },
    },
    {
      name: 'only-app-wires-slices',
      comment: 'Routes, subscribers and jobs of the slices are put together in server/app.ts and nowhere else.',
      severity: 'error',
      from: { path: '^(server|scripts|bench)/', pathNot: ['^server/app[.]ts$', '^server/features/', tests] },
      to: { path: '^server/features/[^/]+/(routes|subscribers|jobs)[.]ts$' },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'Components of web/ui have no domain words, no router, no calls.',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: tests },
      to: {
        path: [
          '^web/(?!ui/)',
          '^contract/',
          '^locales/',
          '^node_modules/(react-router|@react-router|@tanstack/react-query|use-intl)/',
        ],
      },
    },
    ...orderRules('web', webSlices, 'The slice stands before those that it imports here. Compose both in a route.'),
    {
      name: 'web-features-below-shell',
      comment: 'Features are put together by the shell and by routes, not the other way round.',
      severity: 'error',
      from: { path: '^web/features/', pathNot: tests },
      to: { path: ['^web/(shell|routes)/', '^web/(routes[.]ts|root[.]tsx|entry[.].*)$'] },
    },
    {
      name: 'web-shell-below-routes',
      comment: 'The shell surrounds every route and depends on none.',
      severity: 'error',
      from: { path: '^web/shell/', pathNot: tests },
      to: { path: ['^web/routes/', '^web/(routes[.]ts|root[.]tsx|entry[.].*)$'] },
    },
    {
      name: 'web-tools-know-no-screens',
      comment: 'Calls, texts and the service worker are used by the screens and do not depend on them.',
      severity: 'error',
      from: { path: '^web/(api|i18n|service-worker)/', pathNot: tests },
      to: { path: '^web/(features|shell|routes)/' },
    },
    {
      name: 'web-never-imports-server',
      comment: 'Vite would copy the server into the bundle, with a second pool and second sockets. Call the contract.',
      severity: 'error',
      from: { path: '^(web|emails)/', pathNot: tests },
      to: { path: '^(server|scripts|bench)/' },
    },
    {
      name: 'web-without-node',
      comment: "Only the entry that renders on the server may use Node's modules.",
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, '^web/entry[.]server[.]tsx$', '^web/vite/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-never-imports-web',
      comment: 'The server runs without a build; it serves the built web app through server/web-host.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: tests },
      to: { path: '^(web|emails)/' },
    },
    {
      name: 'emails-know-no-screens',
      comment: 'Mails have components of their own: a mail program has no style sheet and no router.',
      severity: 'error',
      from: { path: '^emails/', pathNot: tests },
      to: { path: '^web/' },
    },
    {
      name: 'drivers-only-in-platform',
      comment: 'Drivers of external systems are wrapped once, in server/platform.',
      severity: 'error',
      from: { path: '^(server|contract|web|emails)/', pathNot: ['^server/platform/', tests] },
      to: { path: `^node_modules/(@types/)?(${platformOnlyDrivers.join('|')})/` },
    },
    {
      name: 'demo-below-slices',
      comment: 'Demo data is created at run time through the slices. Only main.ts loads it.',
      severity: 'error',
      from: { path: '^(server/(?!demo/|main[.]ts$)|contract/|web/|emails/)', pathNot: tests },
      to: { path: '^server/demo/' },
    },
    {
      name: 'demo-uses-public-modules',
      comment: 'Demo data goes through the same checks as a member’s requests.',
      severity: 'error',
      from: { path: '^server/demo/', pathNot: tests },
      to: { path: '^server/features/', pathNot: publicFiles },
    },
    {
      name: 'server-never-imports-scripts',
      comment: 'Scripts are for developers: nothing that runs in production needs them.',
      severity: 'error',
      from: { path: '^(server|contract|web|emails)/', pathNot: tests },
      to: { path: '^(scripts|bench)/' },
    },
    {
      name: 'code-never-imports-tests',
      comment: 'Tests import the code. Benchmarks and scripts may use the builders of tests/support.',
      severity: 'error',
      from: { path: '^(contract|server|web|emails|locales)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one file, or hide a third, such as the props of a dynamically imported part.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-imports',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^[.]{1,2}/[+]types/', '(^|/)build/', '^virtual:'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'The package is not in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages-at-run-time',
      comment: 'What runs in production is a dependency, not a devDependency.',
      severity: 'error',
      from: { path: '^(contract|server)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 offers programs no parser; swc reads TypeScript and keeps type-only imports.
    parser: 'swc',
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^(build|data|[.]react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
