import { randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '#contract/consents.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Fixture } from './fixture.ts'

/**
 * The callers. `free` and `premium` have no contact with the owner, `blocked` was blocked by the owner, `owner` has the
 * profile, photo, order and conversation that the calls name.
 */
export const roles = ['visitor', 'free', 'premium', 'blocked', 'owner'] as const
export type Role = (typeof roles)[number]

type Answers = Record<Role, 'ok' | ErrorCode>

interface Input {
  params?: object
  query?: object
  body?: object
  /** Sends an image with the call. */
  upload?: true
}

const ok = { free: 'ok', premium: 'ok', blocked: 'ok', owner: 'ok' } as const
const anyone: Answers = { visitor: 'ok', ...ok }
const members: Answers = { visitor: 'authentication_required', ...ok }

/** For all others the thing does not exist. */
function ownerOnly(code: ErrorCode): Answers {
  return { ...members, free: code, premium: code, blocked: code }
}

/** Calls of one member about another. `self` is the answer to a member who names the own profile. */
function otherMembers(self: 'ok' | ErrorCode): Answers {
  return { ...members, blocked: 'moderation.blocked', owner: self }
}

/** Every call of the contract: the answer to each role, and an input that is valid otherwise. */
export const accessTable: Record<string, [Answers, ((fixture: Fixture) => Input)?]> = {
  'GET /api/settings': [anyone, () => ({ query: {} })],
  'GET /api/interests': [anyone],
  'GET /api/regions': [anyone],
  'GET /api/companyinfo': [anyone],

  'GET /api/user': [anyone],
  'POST /api/user': [anyone, ({ owner: { email, password } }) => ({ body: { email, password } })],
  'PUT /api/user': [members, () => ({ body: { language: 'fr' } })],
  'PUT /api/consent': [members, () => ({ body: { version: CONSENT_VERSION, language: 'en' } })],
  'GET /api/logout': [anyone],
  'POST /api/links/:token': [anyone, ({ token }) => ({ params: { token } })],
  'POST /api/activation': [members],
  'POST /api/signup/check': [anyone, () => ({ body: newcomer() })],
  'POST /api/signup': [anyone, () => ({ body: signupForm(), upload: true })],

  'GET /api/members/:profileId': [{ ...otherMembers('ok'), visitor: 'ok' }, named],
  'GET /api/members': [anyone, () => ({ query: {} })],
  'GET /api/members/:profileId/similar': [otherMembers('ok'), named],

  'GET /api/profile': [members],
  'PUT /api/profile': [members, () => ({ body: profileEdit })],
  'POST /api/photos': [members, () => ({ body: { visibility: 'public' }, upload: true })],
  'PATCH /api/photos/:photoId': [
    ownerOnly('profiles.photo_not_found'),
    ({ photoId }) => ({ params: { photoId }, body: { visibility: 'public' } }),
  ],
  'DELETE /api/photos/:photoId': [ownerOnly('profiles.photo_not_found'), ({ photoId }) => ({ params: { photoId } })],

  'GET /api/blocks': [members],
  // A blocked member may block too.
  'PUT /api/blocks/:profileId': [{ ...otherMembers('moderation.self'), blocked: 'ok' }, named],
  'DELETE /api/blocks/:profileId': [{ ...otherMembers('moderation.self'), blocked: 'ok' }, named],

  'GET /api/bundles': [anyone],
  'GET /api/orders': [members],
  'POST /api/orders': [members, () => ({ body: { clientId: randomUUID(), bundle: 'p1', method: 'ideal' } })],
  'GET /api/orders/:orderId': [ownerOnly('payments.order_not_found'), ({ orderId }) => ({ params: { orderId } })],

  'GET /api/likes': [members],
  'GET /api/likes/:type': [members, () => ({ params: { type: 'received' }, query: {} })],
  'PUT /api/likes/:profileId': [otherMembers('likes.self'), named],
  'DELETE /api/likes/:profileId': [otherMembers('likes.self'), named],
  'PUT /api/likes/:profileId/seen': [otherMembers('likes.self'), named],

  'GET /api/chats': [members, () => ({ query: {} })],
  'GET /api/members/:profileId/conversation': [otherMembers('chat.self'), named],
  'POST /api/members/:profileId/messages': [
    otherMembers('chat.self'),
    (fixture) => ({ ...named(fixture), body: { clientId: randomUUID(), body: 'Hello' } }),
  ],
  'GET /api/conversations/:conversationId': [ownerOnly('chat.not_found'), inConversation],
  'GET /api/conversations/:conversationId/messages': [
    ownerOnly('chat.not_found'),
    (fixture) => ({ ...inConversation(fixture), query: { after: 0 } }),
  ],
  'PUT /api/conversations/:conversationId/read': [
    ownerOnly('chat.not_found'),
    (fixture) => ({ ...inConversation(fixture), body: { seq: 1 } }),
  ],
  'DELETE /api/chat': [
    ownerOnly('chat.not_found'),
    ({ conversationId }) => ({ body: { conversation: conversationId } }),
  ],
}

function named({ owner: { profileId } }: Fixture) {
  return { params: { profileId } }
}

function inConversation({ conversationId }: Fixture) {
  return { params: { conversationId } }
}

let newcomers = 0

function newcomer() {
  newcomers += 1
  const email = `newcomer-${newcomers}@example.com`
  return { email, password: 'a fine long password', name: 'Newcomer', birthDate: '1990-01-01' }
}

const place = { country: 'NL', region: 'Utrecht', city: 'Utrecht' }

function signupForm() {
  return {
    ...newcomer(),
    ...place,
    gender: 'female',
    lookingFor: 'male',
    language: 'en',
    consent: true,
    consentVersion: CONSENT_VERSION,
  }
}

const profileEdit = { ...place, lookingFor: 'male', about: 'About', relationship: null, bodyType: null, interests: [] }

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
  { route: '/manifest.webmanifest', url: () => '/manifest.webmanifest', answers: all(200) },
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
  {
    route: '/api/payments/webhooks/sandbox',
    method: 'POST',
    url: () => '/api/payments/webhooks/sandbox',
    answers: all(401),
  },
  {
    route: '/photos/:photoId/:size.webp',
    url: ({ mainPhotoId }) => `/photos/${mainPhotoId}/large.webp`,
    answers: { ...all(200), blocked: 404 },
  },
  {
    route: '/photos/:photoId/:size.webp',
    url: ({ photoId }) => `/photos/${photoId}/large.webp`,
    answers: { ...all(404), premium: 200, owner: 200 },
  },
  {
    route: '/photos/:photoId/:size.webp',
    url: ({ photoId }) => `/photos/${photoId}/locked.webp`,
    answers: { ...all(200), visitor: 404, blocked: 404 },
  },
]
