/** What a page that does not start without a connection is about, in the words of the offline page. */
export const missingKinds = ['members', 'likes', 'profile', 'notifications', 'credits', 'other'] as const
type MissingKind = (typeof missingKinds)[number]

/** Pages by the beginning of their path; others have a sentence for all. */
const beginnings: Record<Exclude<MissingKind, 'other'>, readonly string[]> = {
  members: ['members', 'swipe-game', 'match-finder', 'signup-matches'],
  likes: ['likes'],
  profile: ['me', 'profile', 'share-photo'],
  notifications: ['notifications'],
  credits: ['credits', 'premium', 'transactions', 'directdebit'],
}

/** Returns what is missing at a path. */
export function missingKindOf(pathname: string): MissingKind {
  const [, first = ''] = pathname.split('/')
  return missingKinds.find((kind) => kind !== 'other' && beginnings[kind].includes(first)) ?? 'other'
}
