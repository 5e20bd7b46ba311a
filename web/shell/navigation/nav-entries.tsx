import { Heart, MessageCircle, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from 'use-intl'
import { useUnreadCounts } from './use-unread-counts.ts'

interface NavEntry {
  to: string
  icon: ReactNode
  label: string
  /** For the narrow tab bar. */
  shortLabel: string
  count: number
  /** The count as a text for screen readers; left out at zero. */
  countLabel?: string
}

/** The navigation of members, in the order of the bars. */
export function useNavEntries(): NavEntry[] {
  const t = useTranslations('shell.nav')
  const { unreadMessages, newLikes } = useUnreadCounts()
  return [
    {
      to: href('/members'),
      icon: <Search aria-hidden />,
      label: t('members'),
      shortLabel: t('membersShort'),
      count: 0,
    },
    {
      to: href('/chats'),
      icon: <MessageCircle aria-hidden />,
      label: t('messages'),
      shortLabel: t('messages'),
      count: unreadMessages,
      ...(unreadMessages > 0 && { countLabel: t('unread', { count: unreadMessages }) }),
    },
    {
      to: href('/likes/:type?'),
      icon: <Heart aria-hidden />,
      label: t('likes'),
      shortLabel: t('likes'),
      count: newLikes,
      ...(newLikes > 0 && { countLabel: t('newLikes', { count: newLikes }) }),
    },
  ]
}
