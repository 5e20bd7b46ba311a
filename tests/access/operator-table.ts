import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

/** What the calls name. */
export interface OperatorFixture {
  owner: BuiltOperator
  /** Another operator, that the calls name. */
  other: BuiltOperator
  member: Member
  /** Has not confirmed the address yet. */
  unconfirmed: Member
  /** A fictional profile with two photos. */
  fictional: Member
  siteId: number
  /** A paid order, about which an incident is open. */
  orderId: string
}

export async function buildOperatorFixture({ context }: TestApp): Promise<OperatorFixture> {
  const member = await buildMember(context, { isPremium: true, credits: 10 })
  return {
    owner: await buildOperator(context),
    other: await buildOperator(context, { role: 'support' }),
    member,
    orderId: await buildPaidOrder(context, member),
    unconfirmed: await buildMember(context, { isConfirmed: false }),
    fictional: await buildMember(context, { isFictional: true, photos: ['public', 'public'] }),
    siteId: context.sites.of('localhost').id,
  }
}

export interface OperatorInput {
  params?: object
  query?: object
  body?: object
  /** Sends an image with the call. */
  upload?: true
}

const everyone = ['owner', 'manager', 'moderator', 'support', 'marketing'] as const
const owner = ['owner'] as const
const managers = ['owner', 'manager'] as const
const support = ['owner', 'manager', 'support'] as const
const helpers = ['owner', 'manager', 'moderator', 'support'] as const
const safety = ['owner', 'manager', 'moderator'] as const

/** Of no case and no photo. That the calls do what they say: their own tests. */
const UNKNOWN = 'bcdfghjkmnpqrs'
const noCase = { answer: 'moderation.case_not_found' } as const
const noMeasure = { decision: 'none', violation: null, days: null, note: '' }

/** What a browser returns for a passkey, with an unknown challenge. */
const forged = {
  id: 'unknown',
  rawId: 'unknown',
  type: 'public-key',
  clientExtensionResults: {},
}
const clientDataJSON = Buffer.from('{"challenge":"unknown"}').toString('base64url')
const newCredential = { ...forged, response: { clientDataJSON, attestationObject: 'AA' } }
const usedCredential = { ...forged, response: { clientDataJSON, authenticatorData: 'AA', signature: 'AA' } }

type Row = [
  /** Who may; the others get `operator.not_allowed`. */
  roles: readonly OperatorRole[],
  inputOf?: ((fixture: OperatorFixture) => OperatorInput) | undefined,
  options?: {
    /** What those who may get, if it is an error. */
    answer?: ErrorCode
    /** The permission needs a confirmation of the password. */
    confirms?: true
    /** Changes nothing and looks at nothing private, so that the audit log has no entry. */
    unrecorded?: true
    /** The reply is a file. */
    file?: true
  },
]

const marketers = ['owner', 'manager', 'marketing'] as const
const sellers = [...marketers, 'support'] as const
const company = {
  name: 'Hearts BV',
  address: 'Street 1',
  kvk: '1',
  city: 'Amsterdam',
  country: 'NL',
  tradenames: [],
  vat_numbers: [],
  support_phone: '',
  sepa_creditor_id: '',
  delete_discount: 0,
}
const fictionalProfile = {
  name: 'Petra',
  gender: 'female',
  lookingFor: 'male',
  birthDate: '1990-04-05',
  country: 'DK',
  region: 'Hovedstaden',
  city: '',
  about: '',
  answers: [],
  interests: [],
}
const noSite = { siteId: 99, niche: null, slug: null, country: null, language: null }
const code = () => ({
  code: `C${randomUUID().slice(0, 8)}`,
  percentage: 10,
  minimumMinor: null,
  country: null,
  email: null,
  maxUses: null,
  startsOn: null,
  endsOn: null,
})

/** Every call of operators: the roles that may make it, and an input that is valid. */
export const operatorTable: Record<string, Row> = {
  'DELETE /api/operator/session': [everyone],
  'GET /api/operator/passkeys': [everyone, () => ({}), { unrecorded: true }],
  'POST /api/operator/passkeys/options': [everyone, () => ({}), { confirms: true, unrecorded: true }],
  'POST /api/operator/passkeys': [
    everyone,
    () => ({ body: { name: 'Key', credential: newCredential } }),
    { confirms: true, answer: 'accounts.passkey_failed' },
  ],
  'DELETE /api/operator/passkeys/:passkeyId': [
    everyone,
    () => ({ params: { passkeyId: randomUUID() } }),
    { confirms: true, answer: 'request.not_found' },
  ],
  'POST /api/operator/confirmation': [everyone, ({ owner: { password } }) => ({ body: { password } })],
  'GET /api/operator/operators': [managers],
  'POST /api/operator/operators': [
    owner,
    () => ({ body: { name: 'New', email: `${randomUUID()}@example.com`, role: 'support' } }),
    { confirms: true },
  ],
  'POST /api/operator/operators/:operatorId/invitation': [owner, other, { confirms: true }],
  'PUT /api/operator/operators/:operatorId/role': [
    owner,
    (fixture) => ({ ...other(fixture), body: { role: 'moderator' } }),
    { confirms: true },
  ],
  'PUT /api/operator/operators/:operatorId/disabled': [owner, other, { confirms: true }],
  'DELETE /api/operator/operators/:operatorId/disabled': [owner, other, { confirms: true }],
  'DELETE /api/operator/operators/:operatorId/second-factor': [owner, other, { confirms: true }],
  'GET /api/operator/sites': [marketers],
  'POST /api/operator/sites': [
    managers,
    () => ({ body: { domain: `${randomUUID()}.example`, name: 'Sparks', companyId: 1 } }),
    { confirms: true },
  ],
  'GET /api/operator/sites/:siteId': [marketers, () => ({ params: { siteId: 1 } })],
  'PUT /api/operator/sites/:siteId': [
    managers,
    () => ({ params: { siteId: 1 }, body: { domain: 'localhost', companyId: 99, expectedVersion: 0 } }),
    { confirms: true, answer: 'settings.company_not_found' },
  ],
  'PATCH /api/operator/sites/:siteId/settings': [
    managers,
    () => ({ params: { siteId: 99 }, body: { expectedVersion: 0, niche: 2 } }),
    { confirms: true, answer: 'settings.site_not_found' },
  ],
  'POST /api/operator/companies': [managers, () => ({ body: company }), { confirms: true }],
  'GET /api/operator/companies/:companyId': [marketers, () => ({ params: { companyId: 1 } })],
  'PUT /api/operator/companies/:companyId': [
    managers,
    () => ({ params: { companyId: 99 }, body: { ...company, expectedVersion: 0 } }),
    { confirms: true, answer: 'settings.company_not_found' },
  ],
  'GET /api/operator/history': [marketers, () => ({ query: { subject: 'site/1' } })],
  'POST /api/operator/history': [
    managers,
    () => ({ body: { subject: 'page/faq/fr', version: 3, expectedVersion: 0 } }),
    { confirms: true, answer: 'settings.version_not_found' },
  ],
  'GET /api/operator/pages': [marketers],
  'GET /api/operator/pages/:page/:language': [marketers, () => ({ params: { page: 'faq', language: 'en' } })],
  'PUT /api/operator/pages/:page/:language': [
    managers,
    () => ({
      params: { page: 'faq', language: 'fr' },
      body: { markdown: 'no title', asksConsent: false, expectedVersion: 0 },
    }),
    { confirms: true, answer: 'pages.title_missing' },
  ],
  'POST /api/operator/pages/preview': [
    marketers,
    () => ({ body: { markdown: '# Title', language: 'en' } }),
    { unrecorded: true },
  ],
  'GET /api/operator/landers': [marketers, () => ({ query: {} })],
  'GET /api/operator/landers/:lander': [marketers, () => ({ params: { lander: 'gallery' }, query: {} })],
  'PUT /api/operator/landers/:lander': [
    managers,
    () => ({ params: { lander: 'gallery' }, body: { audience: noSite, content: null, expectedVersion: 0 } }),
    { confirms: true, answer: 'settings.site_not_found' },
  ],
  'GET /api/operator/codes': [sellers],
  'POST /api/operator/codes': [marketers, () => ({ body: code() }), { confirms: true }],
  'DELETE /api/operator/codes/:code': [
    marketers,
    () => ({ params: { code: 'NONE' } }),
    { confirms: true, answer: 'credits.code_not_found' },
  ],
  'GET /api/operator/audit': [managers, () => ({ query: {} })],
  'GET /api/operator/audit/chain': [managers],
  'GET /api/operator/audit/file': [managers, () => ({ query: { format: 'csv' } }), { file: true }],
  'GET /api/operator/members': [helpers, () => ({ query: { q: 'Member' } })],
  'GET /api/operator/members/:memberId': [helpers, ofMember],
  'GET /api/operator/members/:memberId/ledger': [helpers, (fixture) => ({ ...ofMember(fixture), query: {} })],
  'POST /api/operator/members/:memberId/messages': [
    helpers,
    (fixture) => ({ ...ofMember(fixture), body: { reason: 'Asked by the member' } }),
  ],
  'PATCH /api/operator/members/:memberId': [
    support,
    (fixture) => ({ ...ofMember(fixture), body: { birthDate: '1990-01-01', reason: 'Typing mistake' } }),
  ],
  'DELETE /api/operator/members/:memberId/sessions': [support, ofMember],
  'POST /api/operator/members/:memberId/mails': [
    support,
    ({ unconfirmed }) => ({ params: { memberId: unconfirmed.profileId }, body: { mail: 'confirmation' } }),
  ],
  'DELETE /api/operator/members/:memberId/mail-complaint': [
    support,
    (fixture) => ({ ...ofMember(fixture), body: { reason: 'Asked by phone' } }),
    { answer: 'operator.member_state' },
  ],
  'PUT /api/operator/members/:memberId/pause': [support, ofMember],
  'DELETE /api/operator/members/:memberId/pause': [support, ofMember],
  'POST /api/operator/members/:memberId/export': [support, ofMember],
  'POST /api/operator/members/:memberId/deletion': [
    managers,
    (fixture) => ({ ...ofMember(fixture), body: { reason: 'Asked by letter' } }),
    { confirms: true },
  ],
  'POST /api/operator/members/:memberId/credits': [
    support,
    (fixture) => ({ ...ofMember(fixture), body: { clientId: randomUUID(), amount: 5, reason: 'Goodwill' } }),
    { confirms: true },
  ],
  'GET /api/operator/orders': [support, () => ({ query: { stuck: 'true' } })],
  'GET /api/operator/orders/file': [managers, () => ({ query: {} }), { file: true }],
  'GET /api/operator/orders/:orderId': [support, ofOrder],
  'POST /api/operator/orders/:orderId/refunds': [
    managers,
    (fixture) => ({
      ...ofOrder(fixture),
      body: { clientId: randomUUID(), amountMinor: 100, credits: 0, reason: 'Goodwill' },
    }),
    { confirms: true },
  ],
  'GET /api/operator/incidents': [support, () => ({ query: { state: 'open' } })],
  'PUT /api/operator/orders/:orderId/incidents/:kind/closed': [
    managers,
    ({ orderId }) => ({ params: { orderId, kind: 'mismatch' }, body: { reason: 'Looked at it' } }),
  ],
  'GET /api/operator/health': [managers],
  'GET /api/operator/numbers': [['owner', 'manager', 'marketing'], () => ({ query: { days: '7' } })],
  'POST /api/operator/lander-images': [managers, () => ({ body: {}, upload: true }), { confirms: true }],
  'GET /api/operator/fictional': [managers, () => ({ query: {} })],
  'POST /api/operator/fictional': [
    managers,
    ({ siteId }) => ({ body: { siteId, ...fictionalProfile } }),
    { confirms: true },
  ],
  'GET /api/operator/fictional/:profileId': [managers, ofFictional],
  'PUT /api/operator/fictional/:profileId': [
    managers,
    (fixture) => ({ ...ofFictional(fixture), body: { ...fictionalProfile, name: 'Paula', expectedVersion: 0 } }),
    { confirms: true },
  ],
  'POST /api/operator/fictional/:profileId/end': [
    managers,
    (fixture) => ({ ...ofFictional(fixture), body: { expectedVersion: 0 } }),
    { confirms: true },
  ],
  'POST /api/operator/fictional/:profileId/photos': [
    managers,
    (fixture) => ({ ...ofFictional(fixture), body: { clientId: randomUUID() }, upload: true }),
    { confirms: true },
  ],
  'PUT /api/operator/fictional/:profileId/photos/:photoId/main': [
    managers,
    ({ fictional }) => ({ params: { profileId: fictional.profileId, photoId: fictional.photoIds[1] } }),
    { confirms: true },
  ],
  'DELETE /api/operator/fictional/:profileId/photos/:photoId': [
    managers,
    ({ fictional }) => ({ params: { profileId: fictional.profileId, photoId: fictional.photoIds[0] } }),
    { confirms: true },
  ],
  'GET /api/operator/money/days': [managers, () => ({ query: { from: '2026-11-01', to: '2026-11-02' } })],
  'GET /api/operator/money/vat': [managers, () => ({ query: { year: 2026, quarter: 4 } })],
  'GET /api/operator/money/vat/file': [managers, () => ({ query: { year: 2026, quarter: 4 } }), { file: true }],
  // Cases
  'GET /api/operator/waiting': [safety],
  'GET /api/operator/cases': [safety, () => ({ query: {} })],
  'GET /api/operator/cases/:reference': [safety, (fixture) => ({ ...unknownCase(fixture), query: {} }), noCase],
  'GET /api/operator/cases/:reference/images/:imageId': [
    safety,
    () => ({ params: { reference: UNKNOWN, imageId: '1' } }),
    noCase,
  ],
  'POST /api/operator/members/:memberId/cases': [
    safety,
    (fixture) => ({
      ...ofMember(fixture),
      body: { clientId: randomUUID(), reason: 'scam', photo: '', note: 'Found in the payments' },
    }),
  ],
  'POST /api/operator/cases/next': [safety, () => ({ body: { kind: null } }), { unrecorded: true }],
  'POST /api/operator/cases/:reference/claim': [safety, unknownCase, noCase],
  'POST /api/operator/cases/:reference/skip': [safety, unknownCase, noCase],
  'POST /api/operator/cases/:reference/decision': [
    safety,
    (fixture) => ({ ...unknownCase(fixture), body: { clientId: randomUUID(), version: 1, ...noMeasure } }),
    noCase,
  ],
  // Nothing is decided, so that nothing is recorded: cases.int.test.ts.
  'POST /api/operator/cases/decisions': [
    safety,
    () => ({ body: { cases: [{ reference: UNKNOWN, clientId: randomUUID(), version: 1 }], ...noMeasure } }),
    { unrecorded: true },
  ],
  'GET /api/operator/numbers/sources': [marketers, () => ({ query: {} }), { unrecorded: true }],
  'GET /api/operator/numbers/cohorts': [marketers, () => ({ query: {} }), { unrecorded: true }],
  'GET /api/operator/case-numbers': [safety, () => ({ query: {} }), { unrecorded: true }],
  'GET /api/operator/transparency/file': [
    safety,
    () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }),
    { file: true },
  ],
  'PUT /api/operator/cases/:reference/image': [
    safety,
    (fixture) => ({ ...unknownCase(fixture), body: { place: fixture.member.profileId } }),
    noCase,
  ],
  'POST /api/operator/cases/:reference/notes': [
    safety,
    (fixture) => ({ ...unknownCase(fixture), body: { text: 'A note' } }),
    noCase,
  ],
  'GET /api/operator/statements/file': [
    safety,
    () => ({ query: { from: '2026-01-01', to: '2026-01-31', format: 'csv' } }),
    { file: true },
  ],
  // Photo review
  'POST /api/operator/photos/claim': [safety],
  'POST /api/operator/photos/decisions': [
    safety,
    () => ({ body: { photoIds: [UNKNOWN], rejection: null } }),
    { unrecorded: true },
  ],
  'GET /api/operator/photos/:photoId/:size': [
    safety,
    () => ({ params: { photoId: UNKNOWN, size: 'tile' } }),
    { answer: 'profiles.photo_not_found' },
  ],
  // Verification
  'POST /api/operator/verifications/claim': [safety],
  'POST /api/operator/verifications/:verificationId/decision': [
    safety,
    () => ({ params: { verificationId: UNKNOWN }, body: { rejection: null, photoIds: [] } }),
    { answer: 'profiles.selfie_not_found' },
  ],
  'GET /api/operator/verifications/:verificationId/selfie': [
    safety,
    () => ({ params: { verificationId: UNKNOWN } }),
    { answer: 'profiles.selfie_not_found' },
  ],
}

/** The calls of the log-in, for anyone: the answer to a visitor, and an input. */
export const operatorEntryTable: Record<
  string,
  [answer: 'ok' | ErrorCode, (fixture: OperatorFixture) => OperatorInput]
> = {
  'GET /api/operator/session': ['ok', () => ({})],
  'POST /api/operator/session': ['ok', ({ owner: { email, password } }) => ({ body: { email, password } })],
  'POST /api/operator/session/passkey/options': ['ok', () => ({})],
  'POST /api/operator/session/passkey': ['accounts.login_failed', () => ({ body: { credential: usedCredential } })],
  'POST /api/operator/session/code': ['accounts.login_expired', () => ({ body: { code: '123456' } })],
  'POST /api/operator/invitation/:token': [
    'operator.invitation_invalid',
    () => ({ params: { token: 'x'.repeat(43) }, body: { password: 'mauve-tractor-lanterns' } }),
  ],
}

function other({ other: { operatorId } }: OperatorFixture) {
  return { params: { operatorId } }
}

function ofFictional({ fictional: { profileId } }: OperatorFixture) {
  return { params: { profileId } }
}

function ofOrder({ orderId }: OperatorFixture) {
  return { params: { orderId } }
}

function ofMember({ member: { profileId } }: OperatorFixture) {
  return { params: { memberId: profileId } }
}

function unknownCase(_fixture: OperatorFixture) {
  return { params: { reference: UNKNOWN } }
}
