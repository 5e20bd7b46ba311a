import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

const columns = ['code', 'percentage', 'minimumMinor', 'country', 'expiresAt', 'heldAt', 'usedAt'] as const

interface CodeKey {
  userId: number
  code: string
}

/** Finds a code of a member. */
export function codeOf(db: Queryable, key: CodeKey) {
  return codes(db, key).executeTakeFirst()
}

/** Finds and locks a code of a member. */
export function lockCode(tx: Tx, key: CodeKey) {
  return codes(tx, key).forNoKeyUpdate().executeTakeFirst()
}

function codes(db: Queryable, { userId, code }: CodeKey) {
  return db.selectFrom('discountCodes').select(columns).where('userId', '=', userId).where('code', '=', code)
}

/**
 * Lists the codes of a member that are neither used nor expired, those that expire first at the top. Codes of
 * offers do not wait: their terms and places can change.
 */
export function waitingCodes(db: Queryable, { userId, now }: { userId: number; now: Date }) {
  return db
    .selectFrom('discountCodes')
    .select(columns)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', now)]))
    .where((where) =>
      where.not(where.exists(where.selectFrom('discountOffers').whereRef('code', '=', 'discountCodes.code'))),
    )
    .orderBy('expiresAt', (order) => order.asc().nullsLast())
    .execute()
}

interface NewCode extends CodeKey {
  id: number
  percentage: number
  minimumMinor?: number | null
  country?: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** Finds when a member signed up, and whether the member is premium: what decides about the time bonus. */
export async function bonusState(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('users')
    .leftJoin('accountBalances', 'accountBalances.userId', 'users.id')
    .select(['users.createdAt', 'accountBalances.premiumSince'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row ? { signedUpAt: row.createdAt, isPremium: row.premiumSince !== null } : null
}

/** Inserts a code, unless the member has had it before. */
export async function insertCode(tx: Tx, code: NewCode) {
  await tx
    .insertInto('discountCodes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['userId', 'code']).doNothing())
    .execute()
}

export async function reserveCode(tx: Tx, { userId, code, orderId, at }: CodeKey & { orderId: number; at: Date }) {
  await tx
    .updateTable('discountCodes')
    .set({ orderId, heldAt: at })
    .where('userId', '=', userId)
    .where('code', '=', code)
    .execute()
}

/** Gives an unused code to an order, unless another order has it. Returns whether the order has it now. */
export async function keepCode(tx: Tx, { userId, code, orderId, at }: CodeKey & { orderId: number; at: Date }) {
  const row = await tx
    .updateTable('discountCodes')
    .set({ orderId, heldAt: at })
    .where('userId', '=', userId)
    .where('code', '=', code)
    .where('usedAt', 'is', null)
    .where((where) => where.or([where('orderId', 'is', null), where('orderId', '=', orderId)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseCode(tx: Tx, orderId: number) {
  await tx
    .updateTable('discountCodes')
    .set({ orderId: null, heldAt: null })
    .where('orderId', '=', orderId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function markUsed(tx: Tx, { userId, code, at }: CodeKey & { at: Date }) {
  await tx
    .updateTable('discountCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('code', '=', code)
    .where('usedAt', 'is', null)
    .execute()
}
