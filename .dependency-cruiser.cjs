// Who may import whom: docs/architecture.md. One rule per line there; `scripts/check-boundaries.test.ts` has seen each fail.

/** In order: a slice may import the ones above it, and hears of the ones below only by events. */
const slices = [
  'settings',
  'accounts',
  'moderation',
  'profiles',
  'credits',
  'payments',
  'landers',
  'signup',
  'search',
  'likes',
  'chat',
  'games',
  'notifications',
]

const tests = '[.](test|int[.]test|fault|e2e)[.]tsx?$|^tests/'
const platformOnlyDrivers = ['pg', 'nodemailer', 'web-push', 'sharp', 'redis', 'ioredis', 'graphile-worker']

/** What the platform may import of the contract: no slice's schemas, no domain types. */
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
  'email-renderer',
]

/** A slice imports no slice below it: one rule for each, so that the message names the slice. */
const sliceOrder = slices.slice(0, -1).map((slice, index) => ({
  name: `slice-order-${slice}`,
  comment: `${slice} stands above the slices it imports here. Let it emit an event; they subscribe to it.`,
  severity: 'error',
  from: { path: `^server/features/${slice}/`, pathNot: tests },
  to: { path: `^server/features/(${slices.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'What crosses the wire runs on both sides, so it depends on nothing but zod and itself.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'platform-knows-no-slices',
      comment:
        'The platform has no slice contracts and no domain types. Let the slice call the platform, or app.ts pass the type in.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: {
        path: ['^server/features/', '^server/(app|main|web-host)[.]ts$', '^contract/'],
        pathNot: `^contract/(${platformContracts.join('|')})[.]ts$`,
      },
    },
    ...sliceOrder,
    {
      name: 'slice-doors',
      comment:
        'Another slice is entered by its doors: service, rules, views, events, and the verbs beside a split service.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^server/features/[^/]+/(queries|routes|jobs|subscribers)([.]ts$|/)|^server/features/[^/]+/[^/]+/',
        pathNot: '^server/features/$1/',
      },
    },
    {
      name: 'slice-is-in-the-order',
      comment: 'Every slice has its place in the order of docs/architecture.md. Add the new one there and above.',
      severity: 'error',
      from: { path: '^server/features/', pathNot: `^server/features/(${slices.join('|')})/` },
      to: {},
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules decide without asking anyone: they import the contract, its language zod, and other rules.',
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
      comment: 'The kit has no domain words, no router, no calls.',
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
    {
      name: 'web-features-below-shell',
      comment: 'Features are put together by the shell and by routes, not the other way round.',
      severity: 'error',
      from: { path: '^web/features/', pathNot: tests },
      to: { path: ['^web/(shell|routes)/', '^web/(routes[.]ts|root[.]tsx|entry[.].*)$'] },
    },
    {
      name: 'web-shell-below-routes',
      comment: 'The shell stands around a route and does not know which.',
      severity: 'error',
      from: { path: '^web/shell/', pathNot: tests },
      to: { path: ['^web/routes/', '^web/(routes[.]ts|root[.]tsx|entry[.].*)$'] },
    },
    {
      name: 'web-tools-know-no-screens',
      comment: 'Calls, texts and the service worker are used by the screens and do not know them.',
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
      comment: 'The server runs as it is written; the web app reaches it built, through server/web-host.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: tests },
      to: { path: '^(web|emails)/' },
    },
    {
      name: 'emails-know-no-screens',
      comment: 'Mails have their own pieces: no style sheet and no router reaches a mail program.',
      severity: 'error',
      from: { path: '^emails/', pathNot: tests },
      to: { path: '^web/' },
    },
    {
      name: 'drivers-only-in-platform',
      comment: 'What talks to the outside world is wrapped once, in server/platform.',
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
        'Two files that need each other are one file, or hide a third. A part that is loaded later may use its loader.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-unknown-imports',
      comment: 'The import leads nowhere.',
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
    // TypeScript 7 has no parser for JavaScript programs to call; swc reads TypeScript and keeps type-only imports.
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
