import { OPERATOR_NAME_SEARCH_MIN, OPERATOR_PAGE } from '#contract/limits.ts'
import type { ListedMember } from '#contract/operator/members/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { findMembersByPhone } from '#server/features/debits/service.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Read } from '#server/platform/postgres/replica.ts'
import { recordAct } from '../audit/record.ts'
import { kindOfSearch, memberState } from './rules.ts'
import { membersByKeys, membersByName, newestMembers, type ListedRow } from './search-query.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'sites'>

/**
 * Finds members by id, name, address, phone number or reference of a payment; without a text the newest
 * (OPER-9). The audit log records the search without its text, which may be an address.
 */
export async function findMembers(
  { read, ...context }: Deps & { read: Read },
  { by, q = '', before }: { by: RequestOperator; q?: string | undefined; before?: string | undefined },
) {
  const rows = await read((db) => findRows({ ...context, db }, { q, before }))
  await recordAct(context.db, {
    operator: by,
    act: 'members_searched',
    members: rows.map(({ userId }) => userId),
    details: { kind: q === '' ? 'newest' : kindOfSearch(q), found: rows.length },
  })
  const last = rows.length === OPERATOR_PAGE ? rows.at(-1) : undefined
  return { members: rows.map((row) => listedMember(context, row)), next: last?.publicId ?? null }
}

async function findRows(context: Deps, { q, before }: { q: string; before: string | undefined }) {
  const { db } = context
  const limit = OPERATOR_PAGE
  if (q === '') return newestMembers(db, { before, limit })
  const kind = kindOfSearch(q)
  const phone = `+${q.replaceAll(/\D/g, '').replace(/^00/, '')}`
  const keys = {
    publicId: kind === 'name' ? q : null,
    emailKey: kind === 'address' ? emailKey(q) : null,
    userIds: kind === 'phone' ? await findMembersByPhone(context, { phone, limit }) : [],
    paymentRef: kind === 'address' ? null : q,
  }
  const exact = await membersByKeys(db, { keys, limit })
  const isNamed = exact.length === 0 && kind === 'name' && q.length >= OPERATOR_NAME_SEARCH_MIN
  return isNamed ? membersByName(db, { start: q, before, limit }) : exact
}

export function listedMember({ sites }: Pick<AppContext, 'sites'>, row: ListedRow): ListedMember {
  return {
    id: row.publicId,
    name: row.name,
    email: row.email,
    state: memberState(row),
    country: row.country,
    site: sites.byId(row.siteId).settings.name,
    isPremium: row.premiumSince !== null,
    createdAt: row.createdAt.toISOString(),
  }
}
