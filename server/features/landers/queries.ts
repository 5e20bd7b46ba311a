import type { CountryCode } from '#contract/countries.ts'
import type { LanderName } from '#contract/landers/landers.ts'
import type { Language } from '#contract/languages.ts'
import { LANDER_ROWS_MAX } from '#contract/limits.ts'
import type { TrafficSource } from '#contract/settings/value-schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { LanderContent } from './rules.ts'

export async function insertTrafficSource(
  tx: Tx,
  { source, ...row }: { userId: number; source: TrafficSource; createdAt: Date },
) {
  await tx
    .insertInto('trafficSources')
    .values({ ...row, ...source })
    .execute()
}

/** The visitor of a landing page. Of what is null, only content for all matches. */
interface LanderVisit {
  lander: LanderName
  siteId: number | null
  niche: number | null
  slug: string | null
  country: string | null
  language: string | null
}

/** Finds all content that matches a visit, as stored. */
export function findContents(db: Queryable, { lander, siteId, niche, slug, country, language }: LanderVisit) {
  const visit = { siteId, niche, slug, country, language }
  return db
    .selectFrom('landerContents')
    .select(['siteId', 'niche', 'slug', 'country', 'language', 'texts', 'images'])
    .where('lander', '=', lander)
    .where((eb) =>
      eb.and(
        (['siteId', 'niche', 'slug', 'country', 'language'] as const).map((field) =>
          eb.or([eb(field, 'is', null), eb(field, '=', visit[field])]),
        ),
      ),
    )
    .limit(LANDER_ROWS_MAX)
    .execute()
}

/** Lists the landing pages and slugs that operators have set content for. */
export function listSlugs(db: Queryable) {
  return db
    .selectFrom('landerContents')
    .select(['lander', 'slug'])
    .distinct()
    .where('slug', 'is not', null)
    .$narrowType<{ slug: string }>()
    .execute()
}

/** Stores the content of a landing page in the place of what was set for the same visitors. */
export async function saveContent(
  tx: Tx,
  { texts, images, at, ...row }: LanderContent & { lander: LanderName; at: Date },
) {
  const values = { texts: JSON.stringify(texts), images: JSON.stringify(images), updatedAt: at }
  await tx
    .insertInto('landerContents')
    .values({ ...row, ...values })
    .onConflict((conflict) =>
      conflict.columns(['lander', 'siteId', 'niche', 'slug', 'country', 'language']).doUpdateSet(values),
    )
    .execute()
}

/** Lists content, newest first. */
export function listContents(db: Queryable, { before, limit }: { before: number | undefined; limit: number }) {
  return db
    .selectFrom('landerContents')
    .select(['id', 'lander', 'siteId', 'niche', 'slug', 'country', 'language', 'updatedAt'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ lander: LanderName; country: CountryCode | null; language: Language | null }>()
    .execute()
}

/** Deletes the content of exactly these visitors. */
export async function deleteContent(tx: Tx, { lander, siteId, niche, slug, country, language }: LanderVisit) {
  const audience = { siteId, niche, slug, country, language }
  await tx
    .deleteFrom('landerContents')
    .where('lander', '=', lander)
    .where((eb) =>
      eb.and(
        (['siteId', 'niche', 'slug', 'country', 'language'] as const).map((field) =>
          eb(field, 'is not distinct from', audience[field]),
        ),
      ),
    )
    .execute()
}
