import type { LanderKey } from '#contract/landers/lander-subject.ts'
import type { AppContext } from '#server/context.ts'
import { changeLanderContent } from '#server/features/landers/edit-lander.ts'
import type { LanderContent } from '#server/features/landers/rules.ts'

export type LanderChange = Partial<Omit<LanderKey, 'lander'> & Pick<LanderContent, 'texts' | 'images'>>

/** Sets texts and images of a landing page for some visitors, in place of those set before. */
export async function changeLander(
  { transaction, clock }: Pick<AppContext, 'transaction' | 'clock'>,
  { lander, content }: Pick<LanderKey, 'lander'> & { content: LanderChange },
) {
  const { siteId = null, niche = null, slug = null, country = null, language = null, texts = {}, images = [] } = content
  const key = { lander, siteId, niche, slug, country, language }
  const edit = { key, content: { texts, images }, editor: null, expectedVersion: null }
  await transaction((tx) => changeLanderContent({ clock }, tx, edit))
}
