import { sql } from 'kysely'
import type { CompanyInfo } from '#contract/settings/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Returns all sites with their companies, as stored. */
export function findSites(db: Queryable) {
  return db
    .selectFrom('sites')
    .innerJoin('companies', 'companies.id', 'sites.companyId')
    .select(['sites.id', 'sites.domain', 'sites.isDefault', 'sites.companyId', 'sites.settings'])
    .select(['companies.info', 'companies.addedAt'])
    .orderBy('sites.id')
    .execute()
}

/** Returns the installation's fixed price of a message, in credits; null before the first order. */
export async function fixedMessagePrice(db: Queryable) {
  const row = await db.selectFrom('messagePrices').select('messageCredits').executeTakeFirst()
  return row?.messageCredits ?? null
}

/** Fixes the price of a message for the installation, unless it is fixed. */
export async function insertMessagePrice(tx: Tx, { messageCredits, at }: { messageCredits: number; at: Date }) {
  await tx
    .insertInto('messagePrices')
    .values({ messageCredits, fixedAt: at })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute()
}

/** Prevents other nodes from adding sites until the transaction ends. Does not block reads. */
export async function lockSites(tx: Tx) {
  await sql`lock table sites in share row exclusive mode`.execute(tx)
}

export async function hasSites(tx: Tx) {
  return (await tx.selectFrom('sites').select('id').limit(1).executeTakeFirst()) !== undefined
}

interface NewSite {
  domain: string
  isDefault: boolean
  company: Omit<CompanyInfo, 'added'>
  at: Date
}

export async function insertSite(tx: Tx, { domain, isDefault, company, at }: NewSite) {
  const { id: companyId } = await tx
    .insertInto('companies')
    .values({ info: JSON.stringify(company), addedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('sites').values({ domain, isDefault, companyId, updatedAt: at }).execute()
}

/** Sets the given settings of a site and keeps the others. */
export async function mergeSettings(tx: Tx, { siteId, settings, at }: { siteId: number; settings: object; at: Date }) {
  await tx
    .updateTable('sites')
    .set({ settings: sql`settings || ${JSON.stringify(settings)}::jsonb`, updatedAt: at })
    .where('id', '=', siteId)
    .execute()
}
