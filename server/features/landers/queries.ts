import type { LanderName } from '#contract/landers/landers.ts'
import { LANDER_ROWS_MAX } from '#contract/limits.ts'
import type { TrafficSource } from '#contract/settings/schemas.ts'
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

/** The visitor of a landing page. */
export interface LanderVisit {
  lander: LanderName
  siteId: number
  niche: number
  slug: string | null
  country: string
  language: string
}

/** Finds all content that matches a visit, as stored. */
export function findContents(db: Queryable, { lander, ...visit }: LanderVisit) {
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
