import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'cases.see' } as const
const deciding = { permission: 'cases.decide' } as const

export const getWaiting = endpoint<typeof schemas.getWaiting>('GET', '/api/operator/waiting', 'operator', seeing)
export const listCases = endpoint<typeof schemas.listCases>('GET', '/api/operator/cases', 'operator', seeing)
export const getCase = endpoint<typeof schemas.getCase>('GET', '/api/operator/cases/:reference', 'operator', seeing)
export const getCaseImage = endpoint<typeof schemas.getCaseImage>(
  'GET',
  '/api/operator/cases/:reference/images/:imageId',
  'operator',
  seeing,
)
export const openCase = endpoint<typeof schemas.openCase>(
  'POST',
  '/api/operator/members/:memberId/cases',
  'operator',
  deciding,
)
export const claimNextCase = endpoint<typeof schemas.claimNextCase>(
  'POST',
  '/api/operator/cases/next',
  'operator',
  deciding,
)
export const claimCase = endpoint<typeof schemas.claimCase>(
  'POST',
  '/api/operator/cases/:reference/claim',
  'operator',
  deciding,
)
export const skipCase = endpoint<typeof schemas.skipCase>(
  'POST',
  '/api/operator/cases/:reference/skip',
  'operator',
  deciding,
)
/** A ban needs `cases.ban` too. */
export const decideCase = endpoint<typeof schemas.decideCase>(
  'POST',
  '/api/operator/cases/:reference/decision',
  'operator',
  deciding,
)
export const decideCases = endpoint<typeof schemas.decideCases>(
  'POST',
  '/api/operator/cases/decisions',
  'operator',
  deciding,
)
export const addCaseNote = endpoint<typeof schemas.addCaseNote>(
  'POST',
  '/api/operator/cases/:reference/notes',
  'operator',
  deciding,
)
/** Says which image or member a request for a removal or a complaint is about. */
export const nameCaseImage = endpoint<typeof schemas.nameCaseImage>(
  'PUT',
  '/api/operator/cases/:reference/image',
  'operator',
  deciding,
)
export const exportStatements = endpoint<typeof schemas.exportStatements>(
  'GET',
  '/api/operator/statements/file',
  'operator',
  seeing,
)
