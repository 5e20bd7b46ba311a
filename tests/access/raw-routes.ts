import type { Role } from './access-table.ts'
import type { Fixture } from './fixture.ts'

/** Routes outside the contract: pages, files, calls of machines. Statuses by role. */
type Statuses = Record<Role, number>

const all = (status: number): Statuses => ({
  visitor: status,
  free: status,
  premium: status,
  blocked: status,
  owner: status,
})

interface RawRoute {
  /** The pattern as the server prints it. */
  route: string
  method?: 'POST'
  url: (fixture: Fixture) => string
  answers: Statuses
}

export const rawRoutes: RawRoute[] = [
  { route: '/health', url: () => '/health', answers: all(200) },
  { route: '/ready', url: () => '/ready', answers: all(200) },
  // For callers on this machine; for others it does not exist (metrics.int.test.ts).
  { route: '/metrics', url: () => '/metrics', answers: all(200) },
  { route: '/robots.txt', url: () => '/robots.txt', answers: all(200) },
  { route: '/sitemap.xml', url: () => '/sitemap.xml', answers: all(200) },
  { route: '/share.jpg', url: () => '/share.jpg', answers: all(200) },
  { route: '/share/:file', url: () => '/share/gallery.jpg', answers: all(200) },
  // What visitors see, for every role: this member is open to them.
  { route: '/share/members/:file', url: ({ owner }) => `/share/members/${owner.profileId}.jpg`, answers: all(200) },
  // That everyone gets the file: landers.int.test.ts of the console.
  { route: '/lander-images/:file', url: () => '/lander-images/none.webp', answers: all(404) },
  { route: '/manifest.webmanifest', url: () => '/manifest.webmanifest', answers: all(200) },
  { route: '/icons/:file', url: () => '/icons/192.png', answers: all(200) },
  { route: '/api/docs', url: () => '/api/docs', answers: all(200) },
  { route: '/api/docs/', url: () => '/api/docs/', answers: all(200) },
  { route: '/api/docs/*', url: () => '/api/docs/static/swagger-ui.css', answers: all(200) },
  { route: '/api/docs/static/index.html', url: () => '/api/docs/static/index.html', answers: all(302) },
  {
    route: '/api/docs/static/swagger-initializer.js',
    url: () => '/api/docs/static/swagger-initializer.js',
    answers: all(200),
  },
  { route: '/api/docs/json', url: () => '/api/docs/json', answers: all(200) },
  { route: '/api/docs/yaml', url: () => '/api/docs/yaml', answers: all(200) },
  // Not a socket request. Its rules are tested in hub.int.test.ts.
  { route: '/api/realtime', url: () => '/api/realtime', answers: all(403) },
  // Outbox and sandbox exist in a demo only, for any caller.
  { route: '/dev/mailbox/:id', url: () => '/dev/mailbox/none/html', answers: all(404) },
  { route: '/dev/mailbox', url: () => '/dev/mailbox/none/html', answers: all(404) },
  { route: '/dev/mailbox/:id/html', url: () => '/dev/mailbox/none/html', answers: all(404) },
  { route: '/dev/mailbox/:id/eml', url: () => '/dev/mailbox/none/eml', answers: all(404) },
  { route: '/sandbox/checkout/:ref', url: ({ checkoutUrl }) => checkoutUrl, answers: all(200) },
  { route: '/sandbox/checkout/:ref', method: 'POST', url: ({ checkoutUrl }) => checkoutUrl, answers: all(303) },
  { route: '/sandbox/age-check', url: () => '/sandbox/age-check', answers: { ...all(200), visitor: 403 } },
  {
    route: '/sandbox/age-check',
    method: 'POST',
    url: () => '/sandbox/age-check',
    answers: { ...all(303), visitor: 403 },
  },
  {
    route: '/api/payments/webhooks/sandbox',
    method: 'POST',
    url: () => '/api/payments/webhooks/sandbox',
    answers: all(401),
  },
  // Without the form of a mail program. What it does: preferences.int.test.ts of the notifications.
  { route: '/mail-preferences', method: 'POST', url: () => '/mail-preferences', answers: all(404) },
  // Not configured.
  ...['ses', 'postmark', 'message'].map((name) => ({
    route: `/api/mail-reports/${name}`,
    method: 'POST' as const,
    url: () => `/api/mail-reports/${name}`,
    answers: all(404),
  })),
  {
    route: '/photos/:photoId/:size',
    url: ({ mainPhotoId }) => `/photos/${mainPhotoId}/large`,
    answers: { ...all(200), blocked: 404 },
  },
  {
    route: '/photos/:photoId/:size',
    url: ({ photoId }) => `/photos/${photoId}/large`,
    answers: { ...all(404), premium: 200, owner: 200 },
  },
  {
    route: '/photos/:photoId/:size',
    url: ({ photoId }) => `/photos/${photoId}/locked`,
    answers: { ...all(200), visitor: 404, blocked: 404 },
  },
  {
    route: '/credits/statement.csv',
    url: () => '/credits/statement.csv',
    answers: { ...all(200), visitor: 403 },
  },
  // The owner's order is not paid. That the buyer gets the file: receipts.int.test.ts.
  ...['receipt', 'credit-note', 'chargeback-note'].map((name) => ({
    route: `/transactions/:orderId/${name}.pdf`,
    url: ({ orderId }: Fixture) => `/transactions/${orderId}/${name}.pdf`,
    answers: { ...all(404), visitor: 403 },
  })),
  // That the two members get the file: kinds.int.test.ts of the chat.
  { route: '/chat-photos/:photoId/:size', url: () => '/chat-photos/bcdfghjkmnpqrs/large', answers: all(404) },
  // That the two members get the file: voices.int.test.ts of the chat.
  { route: '/chat-voices/:voiceId', url: () => '/chat-voices/bcdfghjkmnpqrs', answers: all(404) },
  // That the owner gets the file: exports.int.test.ts.
  {
    route: '/exports/:exportId.zip',
    url: () => '/exports/bcdfghjkmnpqrs.zip',
    answers: { ...all(404), visitor: 403 },
  },
]
