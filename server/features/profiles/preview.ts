import type { PreviewViewer } from '#contract/profiles/preview-viewers.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { STRANGER_KEY } from '#server/features/visibility/fragments.ts'
import { mayBrowse } from '#server/features/visibility/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { memberView, type ProfileViewer } from './views.ts'

const viewers = {
  visitor: null,
  free: { userId: STRANGER_KEY, isPremium: false, mustAssureAge: false },
  premium: { userId: STRANGER_KEY, isPremium: true, mustAssureAge: false },
} satisfies Record<PreviewViewer, ProfileViewer>

/**
 * Returns a member's own profile as someone without contact to them sees it, by the same mapping as the
 * profile that is really sent to such a viewer (PRO-38). `settings`: of the site, without a campaign.
 */
export async function previewProfile(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, as, settings }: { userId: number; as: PreviewViewer; settings: Settings },
) {
  const viewer = viewers[as]
  if (!mayBrowse({ viewer, settings })) return { member: null, hiddenBy: 'site' as const }
  const input = { viewer, userId, isBlocked: false, visibleFields: settings.visible_profile_fields }
  const member = await memberView({ db, clock }, input)
  return { member, hiddenBy: member ? null : ('privacy' as const) }
}
