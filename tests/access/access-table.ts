import { VOICE_PEAKS } from '#contract/limits.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { debitForm } from '#tests/support/debit-form.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import type { Fixture } from './fixture.ts'

/**
 * The callers. `free` and `premium` have no contact with the owner, `blocked` was blocked by the owner,
 * `owner` has the profile, photo, order and conversation of the calls.
 */
export const roles = ['visitor', 'free', 'premium', 'blocked', 'owner'] as const
export type Role = (typeof roles)[number]

type Answers = Record<Role, 'ok' | ErrorCode>

interface Input {
  params?: object
  query?: object
  body?: object
  /** Sends a file with the call. */
  upload?: 'image' | 'recording'
}

const ok = { free: 'ok', premium: 'ok', blocked: 'ok', owner: 'ok' } as const
const anyone: Answers = { visitor: 'ok', ...ok }
const members: Answers = { visitor: 'authentication_required', ...ok }

function everyone(code: ErrorCode) {
  return { free: code, premium: code, blocked: code, owner: code }
}

/** The password is the same for all built members. */
function confirmed({ owner: { password } }: Fixture) {
  return { body: { password } }
}

function samePassword(password: string) {
  return { old: password, new: password, repeat: password }
}

/** What a browser returns for a passkey, with an unknown challenge. */
function forgedCredential(response: object) {
  const clientDataJSON = Buffer.from('{"challenge":"unknown"}').toString('base64url')
  const id = randomUUID()
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, ...response },
  }
}

/** For all others the thing does not exist. */
function ownerOnly(code: ErrorCode): Answers {
  return { ...members, free: code, premium: code, blocked: code }
}

/** The answer to every member. */
function rejected(code: ErrorCode) {
  return { free: code, premium: code, blocked: code, owner: code }
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
  'GET /api/cities': [anyone, () => ({ query: { country: 'NL', region: 'Utrecht' } })],
  'GET /api/geocode': [anyone, () => ({ query: { lat: '52.09', lon: '5.12' } })],
  'GET /api/companyinfo': [anyone],
  'GET /api/landers/:lander': [anyone, () => ({ params: { lander: 'gallery' }, query: {} })],

  'GET /api/pages/:page': [anyone, () => ({ params: { page: 'terms' }, query: { language: 'en' } })],
  'POST /api/page-hidden': [anyone, () => ({ body: {} })],
  'GET /api/decisions': [members],
  'GET /api/decisions/:reference': [
    { visitor: 'moderation.reference_not_found', ...everyone('moderation.reference_not_found') },
    () => ({ params: { reference: '22222222222222' } }),
  ],
  'PUT /api/decisions/seen': [members, () => ({ body: { references: ['bcdfghjkmnpqrs'] } })],
  'POST /api/decisions/:reference/appeal': [
    { visitor: 'moderation.reference_not_found', ...everyone('moderation.reference_not_found') },
    () => ({ params: { reference: '22222222222222' }, body: { clientId: randomUUID(), text: 'Please look again.' } }),
  ],
  'POST /api/removal-requests': [
    anyone,
    () => ({
      body: {
        clientId: randomUUID(),
        place: 'On the home page.',
        text: '',
        name: '',
        email: `${randomUUID()}@example.com`,
        isDeclared: true,
        language: 'en',
      },
    }),
  ],
  'POST /api/complaints': [
    anyone,
    () => ({
      body: {
        clientId: randomUUID(),
        topic: 'other',
        name: '',
        email: `${randomUUID()}@example.com`,
        text: 'It is too loud.',
        language: 'en',
      },
    }),
  ],

  'GET /api/user': [anyone],
  'POST /api/user': [anyone, ({ owner: { email, password } }) => ({ body: { email, password } })],
  'PUT /api/user': [members, () => ({ body: { language: 'fr' } })],
  'PUT /api/consent': [members, () => ({ body: { version: CONSENT_VERSION, language: 'en' } })],
  'GET /api/logout': [anyone],
  'POST /api/links/:token': [anyone, ({ token }) => ({ params: { token } })],
  'POST /api/activation': [members],
  'PUT /api/notifications': [members, () => ({ body: { notifications_disabled: ['like'] } })],
  'PUT /api/notifications/mails': [members],
  'GET /api/notification-settings': [members],
  'PATCH /api/notification-settings': [
    members,
    () => ({ body: { time_zone: 'Europe/Paris', quiet_hours: null, is_detailed: false } }),
  ],
  // The token of the link decides, of any caller: preferences.int.test.ts.
  'GET /api/mail-preferences': [
    { visitor: 'notifications.link_invalid', ...everyone('notifications.link_invalid') },
    () => ({ query: { token: 'none' } }),
  ],
  'PUT /api/mail-preferences': [
    { visitor: 'notifications.link_invalid', ...everyone('notifications.link_invalid') },
    () => ({ body: { token: 'none', notifications_disabled: [] } }),
  ],
  'POST /api/push-subscription': [members, () => ({ body: { subscription: pushSubscription() } })],
  'DELETE /api/push-subscription': [members, () => ({ body: { endpoint: pushSubscription().endpoint } })],
  'GET /api/age-check': [members],
  'POST /api/age-check': [members],
  'PUT /api/account/pause': [members, () => ({ body: { length: 'week' } })],
  'DELETE /api/account/pause': [members],
  // Deletes no account, so that the other calls of the table find their callers.
  'DELETE /api/account': [
    { ...members, ...rejected('accounts.password_wrong') },
    () => ({ body: { reason: 'other', remarks: '', password: 'not the password' } }),
  ],
  'PUT /api/activation': [members, () => ({ body: { email: newcomer().email, password: 'a fine long password' } })],
  'POST /api/mail-change': [members, () => ({ body: { email: newcomer().email, password: 'a fine long password' } })],
  'POST /api/password-reset': [anyone, ({ owner: { email } }) => ({ body: { email } })],
  'PUT /api/password-reset': [
    anyone,
    ({ resetToken }) => ({
      body: { token: resetToken, password: 'seven purple tandems', repeat: 'seven purple tandems' },
    }),
  ],
  'GET /api/security': [members],
  'POST /api/password': [members, ({ owner: { password } }) => ({ body: samePassword(password) })],
  'DELETE /api/sessions/:sessionId': [ownerOnly('request.not_found'), ({ sessionId }) => ({ params: { sessionId } })],
  'DELETE /api/sessions': [members],
  'POST /api/passkeys/options': [members, confirmed],
  'POST /api/passkeys': [
    { visitor: 'authentication_required', ...everyone('accounts.passkey_failed') },
    () => ({ body: { name: 'Phone', credential: forgedCredential({ attestationObject: 'AAAA' }) } }),
  ],
  'PATCH /api/passkeys/:passkeyId': [
    ownerOnly('request.not_found'),
    ({ passkeyId }) => ({ params: { passkeyId }, body: { name: 'Phone' } }),
  ],
  'DELETE /api/passkeys/:passkeyId': [ownerOnly('request.not_found'), ({ passkeyId }) => ({ params: { passkeyId } })],
  'POST /api/login/passkey/options': [anyone],
  'POST /api/login/passkey': [
    { visitor: 'accounts.passkey_failed', ...everyone('accounts.passkey_failed') },
    () => ({ body: { credential: forgedCredential({ authenticatorData: 'AAAA', signature: 'AAAA' }) } }),
  ],
  'POST /api/login/code': [
    { visitor: 'accounts.login_expired', ...everyone('accounts.login_expired') },
    () => ({ body: { code: '123456' } }),
  ],
  'POST /api/second-factor/secret': [members, confirmed],
  'POST /api/second-factor': [
    { visitor: 'authentication_required', ...everyone('accounts.second_factor_changed') },
    () => ({ body: { code: '123456' } }),
  ],
  'POST /api/second-factor/off': [
    { visitor: 'authentication_required', ...everyone('accounts.code_wrong') },
    ({ owner: { password } }) => ({ body: { password, code: '123456' } }),
  ],
  'POST /api/second-factor/recovery-codes': [
    { visitor: 'authentication_required', ...everyone('accounts.code_wrong') },
    ({ owner: { password } }) => ({ body: { password, code: '123456' } }),
  ],
  'POST /api/signup/check': [anyone, () => ({ body: newcomer() })],
  'POST /api/signup': [anyone, () => ({ body: signupForm(), upload: 'image' })],

  'GET /api/export': [members],
  'POST /api/export': [members],

  'GET /api/members/:profileId': [{ ...otherMembers('ok'), visitor: 'ok' }, named],
  'PUT /api/members/:profileId/visit': [otherMembers('ok'), named],
  'GET /api/visitors': [members, () => ({ query: {} })],
  'GET /api/visitors/new': [members],
  'PUT /api/visitors/seen': [members, () => ({ body: { until: '2026-01-01T00:00:00.000Z' } })],
  'GET /api/members': [anyone, () => ({ query: {} })],
  'GET /api/members/suggestions': [members, () => ({ query: {} })],
  'GET /api/members/others': [anyone, () => ({ query: {} })],
  'GET /api/members/:profileId/similar': [otherMembers('ok'), named],

  'GET /api/profile': [members],
  'GET /api/profile/preview': [members, () => ({ query: { as: 'free' } })],
  'PUT /api/profile/position': [members, () => ({ body: { latitude: 52.1, longitude: 5.1 } })],
  'PATCH /api/profile': [members, () => ({ body: profileEdit })],
  'GET /api/privacy': [members],
  'PUT /api/privacy': [members, () => ({ body: { isVisibleToVisitors: true } })],
  'POST /api/photos': [members, () => ({ body: { visibility: 'public' }, upload: 'image' })],
  'PATCH /api/photos/:photoId': [
    ownerOnly('profiles.photo_not_found'),
    ({ photoId }) => ({ params: { photoId }, body: { visibility: 'public' } }),
  ],
  'POST /api/photos/:photoId/file': [
    ownerOnly('profiles.photo_not_found'),
    ({ photoId }) => ({ params: { photoId }, body: { clientId: randomUUID() }, upload: 'image' }),
  ],
  // A photo of someone else is like one that was deleted before.
  'DELETE /api/photos/:photoId': [members, ({ photoId }) => ({ params: { photoId } })],
  'PUT /api/photos/order': [members, ({ photoId }) => ({ body: { photoIds: [photoId] } })],
  'GET /api/verification': [members],
  // None of them has sent a selfie, and the others have no photo to compare it with.
  'POST /api/verification/pose': [ownerOnly('profiles.selfie_needs_photo')],
  'POST /api/verification/selfie': [
    { visitor: 'authentication_required', ...everyone('profiles.selfie_too_late') },
    () => ({ body: { id: 'bcdfghjkmnpqrs' }, upload: 'image' }),
  ],
  'DELETE /api/verification/selfie': [members],
  'GET /api/photo-requests': [members, () => ({ query: {} })],
  'PUT /api/photo-requests/:profileId': [
    ownerOnly('profiles.photo_request_not_found'),
    ({ friend: { profileId } }) => ({ params: { profileId }, body: { isGranted: true } }),
  ],
  // The owner has no photos on request.
  'PUT /api/members/:profileId/photo-request': [
    { ...ownerOnly('profiles.photo_not_found'), blocked: 'moderation.blocked', owner: 'profiles.photo_not_found' },
    named,
  ],
  'PUT /api/photos/:photoId/unlock': [
    { ...members, blocked: 'profiles.photo_not_found' },
    ({ photoId }) => ({ params: { photoId }, body: {} }),
  ],

  'GET /api/blocks': [members],
  // A blocked member may block too.
  'PUT /api/blocks/:profileId': [{ ...otherMembers('moderation.self'), blocked: 'ok' }, named],
  'DELETE /api/blocks/:profileId': [{ ...otherMembers('moderation.self'), blocked: 'ok' }, named],

  'GET /api/reports': [members],
  // So may one who was blocked by the member report them.
  'POST /api/reports': [
    { ...otherMembers('moderation.report_self'), blocked: 'ok' },
    ({ owner: { profileId } }) => ({ body: reportForm(profileId) }),
  ],
  'POST /api/reports/:reportId/attachments': [
    ownerOnly('moderation.report_not_found'),
    ({ reportId }) => ({ params: { reportId }, body: {}, upload: 'image' }),
  ],

  'GET /api/bundles': [anyone, () => ({ query: {} })],
  'GET /api/price-list': [anyone],
  'GET /api/orders': [members],
  'POST /api/orders': [members, () => ({ body: { clientId: randomUUID(), bundle: 'p1', method: 'ideal' } })],
  'GET /api/discountcode': [members, () => ({ query: { welcome: 'true' } })],
  'GET /api/stay-offer': [members],
  'PUT /api/stay-offer': [members],
  'GET /api/orders/:orderId': [ownerOnly('payments.order_not_found'), ({ orderId }) => ({ params: { orderId } })],
  'GET /api/repeat-order': [members],
  // No member of the fixture has a stored method.
  'POST /api/repeat-order': [
    { ...members, ...rejected('payments.no_stored_method') },
    () => ({ body: { clientId: randomUUID(), bundle: 'p1', storedMethod: 'none', amountMinor: 3499 } }),
  ],
  'DELETE /api/stored-method': [members],
  'GET /api/withdrawals': [members],
  'GET /api/spending-limit': [members],
  'PUT /api/spending-limit': [members, () => ({ body: { amountMinor: null } })],
  'GET /api/direct-debit': [members],
  'POST /api/direct-debit/code': [members, () => ({ body: { phone: newPhone() } })],
  // No code was sent to this number.
  'POST /api/direct-debit': [
    { visitor: 'authentication_required', ...everyone('debits.code_invalid') },
    () => ({ body: { ...debitForm, phone: newPhone(), smsCode: '123456', clientId: randomUUID(), bundle: 'p0' } }),
  ],
  'GET /api/credits/statement': [members, () => ({ query: {} })],
  'POST /api/orders/:orderId/withdrawal': [
    // The owner's order is not paid.
    { ...ownerOnly('payments.order_not_found'), owner: 'payments.not_withdrawable' },
    ({ orderId }) => ({ params: { orderId }, body: { credits: 60, amountMinor: 3499 } }),
  ],

  'GET /api/swipes': [members],
  'PUT /api/swipes/:profileId': [
    otherMembers('likes.self'),
    ({ owner }) => ({ params: { profileId: owner.profileId }, body: { choice: 'pass' } }),
  ],
  // Nothing was swiped, so nothing is undone.
  'DELETE /api/swipes/:profileId': [members, ({ owner }) => ({ params: { profileId: owner.profileId } })],
  'GET /api/match-finder': [members, () => ({ query: {} })],
  'GET /api/discovery': [members],

  'GET /api/likes': [members],
  'GET /api/likes/:type': [members, () => ({ params: { type: 'received' }, query: {} })],
  'PUT /api/likes/:profileId': [otherMembers('likes.self'), named],
  'DELETE /api/likes/:profileId': [otherMembers('likes.self'), named],
  'PUT /api/likes/seen': [members, ({ owner: { profileId } }) => ({ body: { profiles: [profileId] } })],
  'GET /api/auto-like': [members],

  'GET /api/chats': [members, () => ({ query: {} })],
  'GET /api/members/:profileId/conversation': [otherMembers('chat.self'), named],
  'POST /api/members/:profileId/messages': [
    otherMembers('chat.self'),
    (fixture) => ({ ...named(fixture), body: { clientId: randomUUID(), body: 'Hello' } }),
  ],
  'POST /api/members/:profileId/chat-photos': [
    otherMembers('chat.self'),
    (fixture) => ({ ...named(fixture), body: { clientId: randomUUID() }, upload: 'image' }),
  ],
  'POST /api/members/:profileId/voices': [
    otherMembers('chat.self'),
    (fixture) => ({
      ...named(fixture),
      body: { clientId: randomUUID(), durationMs: 1000, peaks: Array.from({ length: VOICE_PEAKS }, () => 50) },
      upload: 'recording',
    }),
  ],
  'PUT /api/conversations/:conversationId/messages/:seq/reaction': [
    ownerOnly('chat.not_found'),
    ({ conversationId }) => ({ params: { conversationId, seq: 1 }, body: { reaction: '👍' } }),
  ],
  // The message is the friend's, and a text.
  'PUT /api/conversations/:conversationId/messages/:seq/answer': [
    { ...ownerOnly('chat.not_found'), owner: 'chat.message_not_found' },
    ({ conversationId }) => ({ params: { conversationId, seq: 1 }, body: { answer: 'accepted' } }),
  ],
  // The message is the friend's.
  'DELETE /api/conversations/:conversationId/messages/:seq': [
    { ...ownerOnly('chat.not_found'), owner: 'chat.message_not_found' },
    ({ conversationId }) => ({ params: { conversationId, seq: 1 } }),
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
  'PUT /api/conversations/:conversationId/opened': [ownerOnly('chat.not_found'), inConversation],
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

/** Few codes are sent to one number. */
function newPhone() {
  return `+31612${String(randomInt(10 ** 6)).padStart(6, '0')}`
}

function reportForm(profileId: string) {
  return { clientId: randomUUID(), profileId, photoId: null, reason: 'spam', text: '', isBlocking: false }
}

const profileEdit = { ...place, lookingFor: 'male', about: 'About', answers: [], relationship: null, interests: [] }
