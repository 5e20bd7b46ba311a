import { stopReasonOf } from '#contract/accounts/notification-kinds.ts'
import { MESSAGES_PAGE_SIZE, OPERATOR_MEMBER_ROWS, OPERATOR_PAGE, SESSIONS_LISTED } from '#contract/limits.ts'
import type { LedgerRow, MemberFile, MessagePlace } from '#contract/operator/members/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { isOfOrder, orderOf } from '#server/features/credits/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { recordAct } from '../audit/record.ts'
import { listedMember } from './find-members.ts'
import * as queries from './queries.ts'
import { creditsLeft } from './rules.ts'

interface Look {
  by: RequestOperator
  memberId: string
}

/**
 * Returns all that support needs to know of a member, and records the look (OPER-9).
 * @throws AppError `request.not_found`
 */
export async function openMember(
  context: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { by, memberId }: Look,
): Promise<MemberFile> {
  const { db, clock } = context
  const account = await queries.findAccount(db, memberId)
  if (!account) throw new AppError('request.not_found')
  const { userId } = account
  await recordAct(db, { operator: by, act: 'member_seen', subject: { kind: 'member', id: userId } })
  const list = { userId, limit: OPERATOR_MEMBER_ROWS }
  const [sessions, orders, cases, notices, used] = await Promise.all([
    queries.sessionsOf(db, { userId, now: clock.now(), limit: SESSIONS_LISTED }),
    queries.ordersOf(db, list),
    queries.casesOf(db, list),
    queries.noticesOf(db, { ...list, now: clock.now() }),
    queries.adjustedToday(db, by.operatorId),
  ])
  return {
    ...listedMember(context, account),
    ...accountView(account),
    sessions: sessions.map(({ browser, system, createdAt, lastUsedAt }) => ({
      browser,
      system,
      startedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    orders: orders.map(({ publicId: id, createdAt, ...order }) => ({
      id,
      ...order,
      createdAt: createdAt.toISOString(),
    })),
    cases: cases.map(({ openedAt, until, ...row }) => ({
      ...row,
      openedAt: openedAt.toISOString(),
      until: iso(until),
    })),
    notices: notices.map(({ reason, at, ...notice }) => ({ ...notice, skipped: reason, at: at.toISOString() })),
    creditsLeft: creditsLeft(by.role, used),
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof queries.findAccount>>>

function accountView(account: Account) {
  const { pendingEmail, birthDate, gender, region, city, language, isFictional, isSearchHidden, balance } = account
  const { confirmedAt, pausedAt, dormantAt, deletedAt, disabledAt, disabledUntil, lastActiveAt } = account
  return {
    pendingEmail,
    birthDate,
    gender,
    region,
    city,
    language,
    isFictional,
    isSearchHidden,
    credits: balance ?? 0,
    photos: account.photos ?? 0,
    hasSecondFactor: Boolean(account.hasSecondFactor),
    confirmedAt: iso(confirmedAt),
    pausedAt: iso(pausedAt),
    dormantAt: iso(dormantAt),
    deletedAt: iso(deletedAt),
    disabledAt: iso(disabledAt),
    disabledUntil: iso(disabledUntil),
    lastActiveAt: iso(lastActiveAt),
    mailStop: stopReasonOf(account.notificationsDisabled) ?? null,
  }
}

/**
 * Returns a page of the changes of a member's balance, and records the look.
 * @throws AppError `request.not_found`
 */
export async function openLedger(
  { db }: Pick<AppContext, 'db'>,
  { by, memberId, before }: Look & { before: number | undefined },
) {
  const userId = await userIdOf({ db }, memberId)
  await recordAct(db, { operator: by, act: 'ledger_seen', subject: { kind: 'member', id: userId } })
  const rows = await queries.ledgerOf(db, { userId, before, limit: OPERATOR_PAGE })
  const entries: LedgerRow[] = rows.map(({ id, kind, ref, amount, balanceAfter, createdAt }) => ({
    id,
    kind,
    amount,
    balanceAfter,
    at: createdAt.toISOString(),
    orderId: isOfOrder(kind) ? orderOf(ref) : null,
  }))
  return { entries, next: rows.length === OPERATOR_PAGE ? (rows.at(-1)?.id ?? null) : null }
}

/**
 * Returns a member's latest messages, with those of the other side, for a reason that the audit log keeps
 * (OPER-10). @throws AppError `request.not_found`
 */
export async function readMessages(
  { db }: Pick<AppContext, 'db'>,
  { by, memberId, reason, before }: Look & { reason: string; before: MessagePlace | undefined },
) {
  const userId = await userIdOf({ db }, memberId)
  await recordAct(db, {
    operator: by,
    act: 'messages_read',
    subject: { kind: 'member', id: userId },
    details: { reason },
  })
  const place = before ? { ...before, at: new Date(before.at) } : null
  const rows = await queries.messagesOf(db, { userId, before: place, limit: MESSAGES_PAGE_SIZE })
  const messages = rows.map(({ conversationId, seq, partnerId, partnerName, senderId, kind, body, sentAt }) => ({
    conversationId,
    seq,
    partner: partnerId ? { id: partnerId, name: partnerName ?? '' } : null,
    isSent: senderId === userId,
    kind,
    text: body,
    at: sentAt.toISOString(),
  }))
  const last = messages.length === MESSAGES_PAGE_SIZE ? messages.at(-1) : undefined
  return { messages, next: last ? { at: last.at, conversationId: last.conversationId, seq: last.seq } : null }
}

async function userIdOf({ db }: Pick<AppContext, 'db'>, memberId: string) {
  const userId = await queries.userIdOf(db, memberId)
  if (userId === undefined) throw new AppError('request.not_found')
  return userId
}

function iso(date: Date | null) {
  return date?.toISOString() ?? null
}
