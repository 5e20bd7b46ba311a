export type NavEntryName = 'members' | 'swipe' | 'messages' | 'likes' | 'me'

/** First parts of the paths under 'Me': the member's own pages, money, and what elsewhere is in the footer. */
const pagesOfMe = new Set(
  `me profile notifications credits transactions premium pricing directdebit decisions lang-config terms privacy
   cookies ban complaints return-policy faq service safety-tips accessibility`.split(/\s+/),
)

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
    default:
      return first !== undefined && pagesOfMe.has(first) ? 'me' : null
  }
}
