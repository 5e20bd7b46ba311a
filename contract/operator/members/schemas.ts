import { z } from 'zod'
import { stopReasons } from '#contract/accounts/notification-kinds.ts'
import { EntryKind } from '#contract/credits/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CaseReference, ClientId, ConversationId, OrderId, ProfileId } from '#contract/ids.ts'
import {
  EMAIL_MAX_LENGTH,
  MESSAGES_PAGE_SIZE,
  OPERATOR_CREDITS_PER_DAY,
  OPERATOR_MEMBER_ROWS,
  OPERATOR_PAGE,
  OPERATOR_REASON_MAX_LENGTH,
  OPERATOR_SEARCH_MAX_LENGTH,
  SESSIONS_LISTED,
} from '#contract/limits.ts'
import { OrderStatus } from '#contract/payments/schemas.ts'
import { BirthDate, Name } from '#contract/profiles/profile-field-schemas.ts'
import { Line, Lines } from '#contract/settings/texts.ts'
import { memberStates } from './member-states.ts'
import { RowKey } from '../row-key.ts'

/** Why an operator acts. It is kept in the audit log. */
export const Reason = Lines.min(1, { error: 'operator.reason_required' }).max(OPERATOR_REASON_MAX_LENGTH, {
  error: 'profiles.text_too_long',
})

const ListedMember = z.object({
  id: ProfileId,
  name: z.string(),
  email: z.string(),
  state: z.enum(memberStates),
  country: z.string(),
  site: z.string(),
  isPremium: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type ListedMember = z.output<typeof ListedMember>

export const listMembers = {
  summary: 'Members by id, name, address, phone number or reference of a payment; without a text the newest.',
  query: z.strictObject({
    q: Line.max(OPERATOR_SEARCH_MAX_LENGTH).optional(),
    /** Id of the last member of the page before. */
    before: ProfileId.optional(),
  }),
  reply: z.object({ members: z.array(ListedMember).max(OPERATOR_PAGE), next: z.string().nullable() }),
} satisfies EndpointSchemas

const params = z.strictObject({ memberId: ProfileId })

const MemberSession = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})

const MemberOrder = z.object({
  id: OrderId,
  status: OrderStatus,
  amountMinor: z.int(),
  currency: z.string(),
  credits: z.int(),
  method: z.string(),
  createdAt: z.iso.datetime(),
})

const MemberCase = z.object({
  reference: CaseReference,
  kind: z.string(),
  reason: z.string(),
  openedAt: z.iso.datetime(),
  /** Null while it is open. */
  decision: z.string().nullable(),
  until: z.iso.datetime().nullable(),
})

const MemberNotice = z.object({
  channel: z.string(),
  kind: z.string(),
  /** Why it was not sent; null: it was, or it waits. */
  skipped: z.string().nullable(),
  isWaiting: z.boolean(),
  at: z.iso.datetime(),
})

export const MemberFile = ListedMember.extend({
  pendingEmail: z.string().nullable(),
  birthDate: z.iso.date(),
  gender: z.string(),
  region: z.string(),
  city: z.string(),
  language: z.string(),
  isFictional: z.boolean(),
  /** By an operator's decision. */
  isSearchHidden: z.boolean(),
  confirmedAt: z.iso.datetime().nullable(),
  pausedAt: z.iso.datetime().nullable(),
  /** When the member was last notified that the account is hidden because it is not used (ACC-33). */
  dormantAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime().nullable(),
  disabledUntil: z.iso.datetime().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
  /** Why the mails that can be switched off are stopped. */
  mailStop: z.enum(stopReasons).nullable(),
  credits: z.int(),
  hasSecondFactor: z.boolean(),
  photos: z.int(),
  sessions: z.array(MemberSession).max(SESSIONS_LISTED),
  orders: z.array(MemberOrder).max(OPERATOR_MEMBER_ROWS),
  cases: z.array(MemberCase).max(OPERATOR_MEMBER_ROWS),
  notices: z.array(MemberNotice).max(OPERATOR_MEMBER_ROWS),
  /** What the operator can still give and take today; 0 for roles that cannot. */
  creditsLeft: z.int(),
})
export type MemberFile = z.output<typeof MemberFile>

export const getMember = {
  summary: 'All that support needs to know of a member. The audit log records the look.',
  params,
  reply: MemberFile,
} satisfies EndpointSchemas

export const LedgerRow = z.object({
  /** Grows with time; only for the next page. */
  id: z.int(),
  kind: EntryKind,
  amount: z.int(),
  balanceAfter: z.int(),
  at: z.iso.datetime(),
  orderId: OrderId.nullable(),
})
export type LedgerRow = z.output<typeof LedgerRow>

export const listMemberLedger = {
  summary: 'A page of the changes of a member’s balance, the newest first.',
  params,
  query: z.strictObject({
    before: RowKey.optional(),
  }),
  reply: z.object({ entries: z.array(LedgerRow).max(OPERATOR_PAGE), next: z.int().nullable() }),
} satisfies EndpointSchemas

/** The place of a message among all messages of a member: several can be of the same millisecond. */
const MessagePlace = z.strictObject({
  at: z.string().max(40).pipe(z.iso.datetime()),
  conversationId: ConversationId,
  seq: z
    .int()
    .positive()
    .max(2 ** 31 - 1),
})
export type MessagePlace = z.output<typeof MessagePlace>

const ReadMessage = z.object({
  conversationId: ConversationId,
  seq: z.int(),
  partner: z.object({ id: ProfileId, name: z.string() }).nullable(),
  isSent: z.boolean(),
  kind: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
})
export type ReadMessage = z.output<typeof ReadMessage>

export const readMemberMessages = {
  summary: 'The latest messages of a member, for a reason that the audit log keeps.',
  params,
  body: z.strictObject({
    reason: Reason,
    /** Older ones only. */
    before: MessagePlace.optional(),
  }),
  reply: z.object({ messages: z.array(ReadMessage).max(MESSAGES_PAGE_SIZE), next: MessagePlace.nullable() }),
} satisfies EndpointSchemas

export const Correction = z
  .strictObject({
    name: Name.optional(),
    birthDate: BirthDate.optional(),
    email: z
      .string()
      .trim()
      .min(1, { error: 'accounts.email_required' })
      .max(EMAIL_MAX_LENGTH, { error: 'accounts.email_invalid' })
      .pipe(z.email({ error: 'accounts.email_invalid' }))
      .optional(),
    reason: Reason,
  })
  .refine(({ name, birthDate, email }) => name ?? birthDate ?? email, { error: 'request.invalid' })

export const correctMember = {
  summary: 'Corrects name or date of birth, or starts a change of the address that the member confirms by mail.',
  params,
  body: Correction,
  reply: z.null(),
} satisfies EndpointSchemas

export const logMemberOut = {
  summary: 'Ends all sessions of a member.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

/** A mail that is sent again. */
export const ResentMail = z.discriminatedUnion('mail', [
  z.strictObject({ mail: z.literal('confirmation') }),
  z.strictObject({ mail: z.literal('address_change') }),
  z.strictObject({ mail: z.literal('password_reset') }),
  /** With the credit notes of the order. */
  z.strictObject({ mail: z.literal('receipt'), orderId: OrderId }),
  z.strictObject({ mail: z.literal('decision'), reference: CaseReference }),
])
export type ResentMail = z.output<typeof ResentMail>

export const resendMail = {
  summary: 'Sends a mail to a member again, a few times a day.',
  params,
  body: ResentMail,
  reply: z.null(),
} satisfies EndpointSchemas

export const liftMailComplaint = {
  summary: 'Starts the mails again of a member who reported one as spam, and asks for them now.',
  params,
  body: z.strictObject({ reason: Reason }),
  reply: z.null(),
} satisfies EndpointSchemas

export const pauseMember = {
  summary: 'Hides a member from everyone, as the member’s own pause; the member can end it.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

export const resumeMember = {
  summary: 'Ends the pause of a member.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

export const exportMember = {
  summary: 'Has the file with all data of a member built. The member gets the mail with the link.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

export const deleteMember = {
  summary: 'Deletes an account as its member would, with the same days to undo it.',
  params,
  body: z.strictObject({ reason: Reason }),
  reply: z.null(),
} satisfies EndpointSchemas

const MOST_CREDITS = Math.max(...Object.values(OPERATOR_CREDITS_PER_DAY))

export const CreditAdjustment = z.strictObject({
  clientId: ClientId,
  /** Positive: given; negative: taken. */
  amount: z
    .int({ error: 'operator.credits_amount' })
    .min(-MOST_CREDITS, { error: 'operator.credits_amount' })
    .max(MOST_CREDITS, { error: 'operator.credits_amount' })
    .refine((amount) => amount !== 0, { error: 'operator.credits_amount' }),
  reason: Reason,
})

export const adjustMemberCredits = {
  summary: 'Gives a member credits or takes some. Sent again with its client id, it changes nothing.',
  params,
  body: CreditAdjustment,
  reply: z.object({ credits: z.int() }),
} satisfies EndpointSchemas
