import { legalPages } from './legal-links.tsx'

export type NavEntryName = 'members' | 'swipe' | 'messages' | 'likes' | 'me'

/** Returns the entry of the wide bar, which has none for the swipe game: it is one of the ways to search. */
export function wideEntry(entry: NavEntryName | null) {
  return entry === 'swipe' ? 'members' : entry
}

/** Returns the entry of the navigation under which a page is found; null for pages that belong to none. */
export function currentEntry(pathname: string, ownProfileId: string | undefined): NavEntryName | null {
  const [first, second, third] = pathname.split('/').filter(Boolean)
  switch (first) {
    case 'members':
      if (third === 'chat') return 'messages'
      return second !== undefined && second === ownProfileId ? 'me' : 'members'
    case 'swipe-game':
      return 'swipe'
    case 'chats':
      return 'messages'
    case 'likes':
      return 'likes'
    case 'match-finder':
      return 'members'
    case 'me':
    case 'profile':
    case 'notifications':
    case 'credits':
    case 'transactions':
    case 'premium':
    case 'directdebit':
    case 'decisions':
    case 'lang-config':
      return 'me'
    default:
      // On a phone the links of the footer are under 'Me'.
      return (legalPages as readonly (string | undefined)[]).includes(first) ? 'me' : null
  }
}
