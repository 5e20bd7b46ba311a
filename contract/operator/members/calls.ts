import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'members.see' } as const
const acting = { permission: 'members.act' } as const

export const listMembers = endpoint<typeof schemas.listMembers>('GET', '/api/operator/members', 'operator', seeing)
export const getMember = endpoint<typeof schemas.getMember>(
  'GET',
  '/api/operator/members/:memberId',
  'operator',
  seeing,
)
export const listMemberLedger = endpoint<typeof schemas.listMemberLedger>(
  'GET',
  '/api/operator/members/:memberId/ledger',
  'operator',
  seeing,
)
/** Not a reading call: the reason is logged, and must not stand in an address. */
export const readMemberMessages = endpoint<typeof schemas.readMemberMessages>(
  'POST',
  '/api/operator/members/:memberId/messages',
  'operator',
  { permission: 'messages.read' },
)
export const correctMember = endpoint<typeof schemas.correctMember>(
  'PATCH',
  '/api/operator/members/:memberId',
  'operator',
  acting,
)
export const logMemberOut = endpoint<typeof schemas.logMemberOut>(
  'DELETE',
  '/api/operator/members/:memberId/sessions',
  'operator',
  acting,
)
export const resendMail = endpoint<typeof schemas.resendMail>(
  'POST',
  '/api/operator/members/:memberId/mails',
  'operator',
  acting,
)
export const liftMailComplaint = endpoint<typeof schemas.liftMailComplaint>(
  'DELETE',
  '/api/operator/members/:memberId/mail-complaint',
  'operator',
  acting,
)
export const pauseMember = endpoint<typeof schemas.pauseMember>(
  'PUT',
  '/api/operator/members/:memberId/pause',
  'operator',
  acting,
)
export const resumeMember = endpoint<typeof schemas.resumeMember>(
  'DELETE',
  '/api/operator/members/:memberId/pause',
  'operator',
  acting,
)
export const exportMember = endpoint<typeof schemas.exportMember>(
  'POST',
  '/api/operator/members/:memberId/export',
  'operator',
  acting,
)
export const deleteMember = endpoint<typeof schemas.deleteMember>(
  'POST',
  '/api/operator/members/:memberId/deletion',
  'operator',
  { permission: 'members.delete' },
)
export const adjustMemberCredits = endpoint<typeof schemas.adjustMemberCredits>(
  'POST',
  '/api/operator/members/:memberId/credits',
  'operator',
  { permission: 'credits.adjust' },
)
