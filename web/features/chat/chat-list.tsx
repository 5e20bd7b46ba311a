import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircleHeart } from 'lucide-react'
import { useState } from 'react'
import { href, Link, NavLink } from 'react-router'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { Chat } from '#contract/chat.ts'
import { photoUrl } from '#contract/profiles.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { FictionalLabel } from '#web/features/profiles/fictional-label.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { earlierOf } from './earlier-of.ts'
import { conversationQuery } from './conversation-queries.ts'
import { chatsQuery, olderChatsQuery } from './queries.ts'

/** All conversations, the one with the latest message first. */
export function ChatList() {
  const t = useTranslations('chat')
  const { chats, next } = useSuspenseQuery(chatsQuery()).data
  if (chats.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircleHeart />}
        title={t('empty.title')}
        actions={<Button render={<Link to={href('/members')} prefetch="intent" />}>{t('empty.action')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={t('title')}>
      <ChatRows chats={chats} />
      {next !== null && <OlderChats after={next} />}
    </ul>
  )
}

/** The page of the list after a key: a button until it is pressed, then the rows. */
function OlderChats({ after }: { after: string }) {
  const t = useTranslations('chat')
  const [isRequested, setIsRequested] = useState(false)
  const { data, isFetching } = useQuery({ ...olderChatsQuery(after), enabled: isRequested })
  if (!data) {
    return (
      <li className="p-4 text-center">
        <Button variant="outline" size="sm" isPending={isFetching} onClick={() => setIsRequested(true)}>
          {t('more')}
        </Button>
      </li>
    )
  }
  return (
    <>
      <ChatRows chats={data.chats} />
      {data.next !== null && <OlderChats after={data.next} />}
    </>
  )
}

function ChatRows({ chats }: { chats: readonly Chat[] }) {
  return chats.map((chat) => (
    <li key={chat.conversation.id}>
      <ChatRow chat={chat} />
    </li>
  ))
}

function ChatRow({ chat: { conversation, profile, num_unread_messages: unread, last_message: last } }: { chat: Chat }) {
  const t = useTranslations('chat')
  const prefetch = usePrefetch()
  const isUnread = unread > 0
  return (
    <NavLink
      to={href('/chats/:id', { id: conversation.id })}
      prefetch="intent"
      {...prefetch(conversationQuery(conversation.id))}
      className={({ isActive }) =>
        cx(
          'flex items-center gap-3 rounded-md px-3 py-3 text-text no-underline transition-colors duration-150',
          isActive ? 'bg-accent-soft' : 'hover:bg-surface-muted',
        )
      }
    >
      <Avatar
        name={profile.name}
        src={profile.photo && photoUrl(profile.photo.id, 'thumb')}
        thumbhash={profile.photo?.thumbhash}
        size="lg"
        onlineLabel={profile.isOnline ? t('online') : undefined}
        isDecorative
      />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-2">
          <span className={cx('truncate', isUnread ? 'font-bold' : 'font-semibold')}>{profile.name}</span>
          <FictionalLabel member={profile} />
          <SentTime sentAt={last.sentAt} />
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={cx('truncate text-sm', isUnread ? 'font-semibold text-text' : 'text-text-muted')}>
            {last.isMine ? t('mine', { text: last.preview }) : last.preview}
          </span>
          <CountBadge count={unread} label={t('unreadCount', { count: unread })} className="shrink-0" />
        </span>
      </span>
    </NavLink>
  )
}

function SentTime({ sentAt }: { sentAt: string }) {
  const format = useFormatter()
  const now = useNow()
  return (
    <time dateTime={sentAt} className="shrink-0 text-xs text-text-muted tabular-nums">
      {format.relativeTime(earlierOf(new Date(sentAt), now), now)}
    </time>
  )
}
