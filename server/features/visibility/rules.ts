/** Who looks at a member. `visitor`: without log-in; `owner`: the member. */
export type ViewerRole = 'visitor' | 'free' | 'premium' | 'owner'

/** Returns the role of a viewer towards a member. */
export function viewerRole(viewer: { userId: number; isPremium: boolean } | null, memberId: number): ViewerRole {
  if (!viewer) return 'visitor'
  if (viewer.userId === memberId) return 'owner'
  return viewer.isPremium ? 'premium' : 'free'
}

/** Returns whether a viewer may see members. `settings`: this visitor's, who may have a campaign. */
export function mayBrowse({
  viewer,
  settings,
}: {
  viewer: object | null
  settings: { logged_out_search: 'all' | 'none' }
}) {
  return viewer !== null || settings.logged_out_search !== 'none'
}
