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
  const companyId = await insertCompany(tx, { company, at })
  await tx.insertInto('sites').values({ domain, isDefault, companyId, updatedAt: at }).execute()
}

/** Locks a site until the transaction ends. Returns what an operator can change of it, as stored. */
export async function lockSite(tx: Tx, siteId: number) {
  const row = await tx
    .selectFrom('sites')
    .select(['domain', 'isDefault', 'companyId', 'settings'])
    .where('id', '=', siteId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

interface SiteRow {
  domain: string
  companyId: number
  settings: object
  at: Date
}

export async function updateSite(tx: Tx, { siteId, domain, companyId, settings, at }: SiteRow & { siteId: number }) {
  const values = { domain, companyId, settings: JSON.stringify(settings), updatedAt: at }
  await tx.updateTable('sites').set(values).where('id', '=', siteId).execute()
}

export async function insertSiteOf(tx: Tx, { domain, companyId, settings, at }: SiteRow) {
  const values = { domain, companyId, settings: JSON.stringify(settings), isDefault: false, updatedAt: at }
  return (await tx.insertInto('sites').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function siteOfDomain(db: Queryable, domain: string) {
  return (await db.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirst())?.id ?? null
}

export function findCompanies(db: Queryable) {
  return db.selectFrom('companies').select(['id', 'info']).orderBy('id').execute()
}

export async function hasCompany(db: Queryable, companyId: number) {
  return (await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst()) !== undefined
}

export async function lockCompany(tx: Tx, companyId: number) {
  const query = tx.selectFrom('companies').select('info').where('id', '=', companyId).forUpdate()
  return (await query.executeTakeFirst())?.info ?? null
}

export async function updateCompany(tx: Tx, { companyId, company }: { companyId: number; company: object }) {
  await tx
    .updateTable('companies')
    .set({ info: JSON.stringify(company) })
    .where('id', '=', companyId)
    .execute()
}

export async function insertCompany(tx: Tx, { company, at }: { company: object; at: Date }) {
  const values = { info: JSON.stringify(company), addedAt: at }
  return (await tx.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow()).id
}
