import { LanderImages, LanderTexts } from '#contract/landers/schemas.ts'
import { nicheNames, type LanderName } from '#contract/landers/landers.ts'
import type { CountryCode } from '#contract/countries.ts'
import type { TrafficSource } from '#contract/settings/value-schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { Site } from '#server/features/settings/service.ts'
import { findContents, insertTrafficSource, listSlugs } from './queries.ts'
import { chooseContent } from './rules.ts'

/** Records the traffic data of a new member's link, in the transaction of the sign-up (LAND-2). */
export async function attributeSignup(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, source }: { userId: number; source: TrafficSource },
) {
  await insertTrafficSource(tx, { userId, source, createdAt: clock.now() })
}

interface LanderInput {
  site: Pick<Site, 'id' | 'settings'>
  lander: LanderName
  slug: string | null
  country: CountryCode
  language: string
}

/**
 * Returns what operators have set for a landing page and this visitor; the page fills the rest from the
 * catalogue. A slug that no content names is no error: the page shows what it shows without one (LAND-5).
 */
export async function openLander(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { site, lander, slug, country, language }: LanderInput,
) {
  const { niche } = site.settings
  const rows = await findContents(db, { lander, siteId: site.id, niche, slug, country, language })
  const contents = rows.flatMap(({ texts, images, ...row }) => {
    const parsed = { texts: LanderTexts.safeParse(texts), images: LanderImages.safeParse(images) }
    if (parsed.texts.success && parsed.images.success)
      return [{ ...row, texts: parsed.texts.data, images: parsed.images.data }]
    // One wrong row must not break the page.
    log.error({ lander, ...row }, 'invalid content of a landing page, not used')
    return []
  })
  return {
    niche: nicheNames[niche - 1] ?? 'plain',
    country,
    ...chooseContent(contents),
  }
}

/** Returns the paths of all landing pages of campaigns with a slug of their own. */
export async function landerSlugPaths({ db }: Pick<Context, 'db'>) {
  return (await listSlugs(db)).map(({ lander, slug }) => `/landers/${lander}/${slug}`)
}
