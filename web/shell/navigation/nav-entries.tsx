import CircleUserRound from 'lucide-react/icons/circle-user-round'
import Heart from 'lucide-react/icons/heart'
import Layers from 'lucide-react/icons/layers'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { currentEntry, wideEntry, type NavEntryName } from './current-entry.ts'
import { useUnreadCounts } from './use-unread-counts.ts'

interface NavEntry {
  to: string
  /** The page shown now is found under it. */
  isCurrent: boolean
  icon: ReactNode
  label: string
  /** For the narrow tab bar. */
  shortLabel: string
  count: number
  /** The count as a text for screen readers; left out at zero. */
  countLabel?: string
}

/** The navigation of the wide bar. */
export function useWideEntries() {
  return useEntries(wideEntry(useCurrentEntry()))
}

/** What both bars have, in their order. */
function useEntries(current: NavEntryName | null): [members: NavEntry, messages: NavEntry, likes: NavEntry] {
  const t = useTranslations('shell.nav')
  const { unreadMessages, newLikes } = useUnreadCounts()
  return [
    {
      to: href('/members'),
      isCurrent: current === 'members',
      icon: <Search aria-hidden />,
      label: t('members'),
      shortLabel: t('membersShort'),
      count: 0,
    },
    {
      to: href('/chats'),
      isCurrent: current === 'messages',
      icon: <MessageCircle aria-hidden />,
      label: t('messages'),
      shortLabel: t('messages'),
      count: unreadMessages,
      ...(unreadMessages > 0 && { countLabel: t('unread', { count: unreadMessages }) }),
    },
    {
      to: href('/likes/:type?'),
      isCurrent: current === 'likes',
      icon: <Heart aria-hidden />,
      label: t('likes'),
      shortLabel: t('likes'),
      count: newLikes,
      ...(newLikes > 0 && { countLabel: t('newLikes', { count: newLikes }) }),
    },
  ]
}

/** The entries of the phone's bar: with the swipe game and the member's own page. */
export function usePhoneEntries(): Omit<NavEntry, 'label'>[] {
  const t = useTranslations('shell.nav')
  const current = useCurrentEntry()
  const [members, messages, likes] = useEntries(current)
  const swipe = {
    to: href('/swipe-game'),
    isCurrent: current === 'swipe',
    icon: <Layers aria-hidden />,
    shortLabel: t('swipe'),
    count: 0,
  }
  const me = {
    to: href('/me'),
    isCurrent: current === 'me',
    icon: <CircleUserRound aria-hidden />,
    shortLabel: t('me'),
    count: 0,
  }
  return [members, swipe, likes, messages, me]
}

/** The entry under which the page shown now is found. */
export function useCurrentEntry() {
  return currentEntry(useLocation().pathname, useUser()?.profile.id)
}
