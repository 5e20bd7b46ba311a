import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { buildMember } from '#tests/support/builders.ts'

/** What the calls name. */
export interface OperatorFixture {
  owner: BuiltOperator
  /** Another operator, that the calls name. */
  other: BuiltOperator
  member: Awaited<ReturnType<typeof buildMember>>
}

export async function buildOperatorFixture({ context }: TestApp): Promise<OperatorFixture> {
  return {
    owner: await buildOperator(context),
    other: await buildOperator(context, { role: 'support' }),
    member: await buildMember(context, { isPremium: true, credits: 10 }),
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
const safety = ['owner', 'manager', 'moderator'] as const

/** Of no case and no photo. That the calls do what they say: their own tests. */
const UNKNOWN = 'bcdfghjkmnpqrs'
const noCase = { answer: 'moderation.case_not_found' } as const
const noMeasure = { decision: 'none', violation: null, days: null, note: '' }

type Row = [
  /** Who may; the others get `operator.not_allowed`. */
  roles: readonly OperatorRole[],
  inputOf?: (fixture: OperatorFixture) => OperatorInput,
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

/** Every call of operators: the roles that may make it, and an input that is valid. */
export const operatorTable: Record<string, Row> = {
  'DELETE /api/operator/session': [everyone],
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
  'GET /api/operator/audit': [managers, () => ({ query: {} })],
  'GET /api/operator/audit/chain': [managers],
  'GET /api/operator/audit/file': [managers, () => ({ query: { format: 'csv' } }), { file: true }],
  // Cases
  'GET /api/operator/waiting': [safety],
  'GET /api/operator/cases': [safety, () => ({ query: {} })],
  'GET /api/operator/cases/:reference': [safety, (fixture) => ({ ...unknownCase(fixture), query: {} }), noCase],
  'GET /api/operator/cases/:reference/images/:imageId': [
    safety,
    () => ({ params: { reference: UNKNOWN, imageId: '1' } }),
    noCase,
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
}

/** The calls of the log-in, for anyone: the answer to a visitor, and an input. */
export const operatorEntryTable: Record<
  string,
  [answer: 'ok' | ErrorCode, (fixture: OperatorFixture) => OperatorInput]
> = {
  'GET /api/operator/session': ['ok', () => ({})],
  'POST /api/operator/session': ['ok', ({ owner: { email, password } }) => ({ body: { email, password } })],
  'POST /api/operator/session/code': ['accounts.login_expired', () => ({ body: { code: '123456' } })],
  'POST /api/operator/invitation/:token': [
    'operator.invitation_invalid',
    () => ({ params: { token: 'x'.repeat(43) }, body: { password: 'mauve-tractor-lanterns' } }),
  ],
}

function other({ other: { operatorId } }: OperatorFixture) {
  return { params: { operatorId } }
}

function unknownCase(_fixture: OperatorFixture) {
  return { params: { reference: UNKNOWN } }
}
