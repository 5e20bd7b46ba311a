import Ban from 'lucide-react/icons/ban'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import Camera from 'lucide-react/icons/camera'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Gift from 'lucide-react/icons/gift'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Images from 'lucide-react/icons/images'
import Mic from 'lucide-react/icons/mic'
import { memo, type ReactNode } from 'react'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { Chat } from '#contract/chat/schemas.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { NavLink } from '#web/api/link.tsx'
import { useOpenWithPhoto } from '#web/api/open-with-photo.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { cx } from '#web/ui/cx.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { conversationQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { hasAuthor, lastMessageKey } from './last-message.ts'

type LastMessage = Chat['last_message']

interface Props {
  chat: Chat
  isTyping: boolean
}

/** One conversation in the list. Rows off screen are not laid out, so that thousands of them scroll well. */
export const ChatRow = memo(function ChatRow({ chat, isTyping }: Props) {
  const { conversation, profile, num_unread_messages: unread, last_message: last } = chat
  const t = useTranslations('chat')
  const listT = useTranslations('chat-list')
  const prefetch = usePrefetch()
  const open = useOpenWithPhoto(href('/chats/:id', { id: conversation.id }), photoOfRow)
  const isUnread = unread > 0
  return (
    <li className="[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]">
      <NavLink
        to={href('/chats/:id', { id: conversation.id })}
        alias={href('/members/:id/chat', { id: profile.id })}
        prefetch="intent"
        {...prefetch(conversationQuery(conversation.id))}
        onClick={open}
        className={({ isActive }) =>
          cx(
            'flex items-center gap-3 rounded-md px-3 py-3 text-text no-underline transition-colors duration-150 focus-visible:-outline-offset-2',
            isActive ? 'bg-accent-soft' : 'hover:bg-surface-muted',
          )
        }
      >
        <Avatar
          name={profile.name}
          src={profile.photo && photoUrl(profile.photo.id, 'thumb')}
          preview={profile.photo?.preview}
          size="lg"
          // Who types is here, whatever the last activity says.
          onlineLabel={profile.isOnline || isTyping ? t('online') : undefined}
          isDecorative
        />
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-2">
            <span className="flex min-w-0 items-baseline gap-2">
              <span dir="auto" className={cx('truncate', isUnread ? 'font-bold' : 'font-semibold')}>
                {profile.name}
              </span>
              {profile.isMatch && (
                <HeartHandshake
                  role="img"
                  aria-label={listT('last.match')}
                  className="size-4 shrink-0 self-center text-secondary-text"
                />
              )}
              <FictionalLabel member={profile} />
            </span>
            <SentTime sentAt={last.sentAt} />
          </span>
          <span className="flex items-center justify-between gap-2">
            {isTyping ? <Typing /> : <Preview last={last} isUnread={isUnread} />}
            <CountBadge count={unread} label={t('unreadCount', { count: unread })} className="shrink-0" />
          </span>
        </span>
      </NavLink>
    </li>
  )
})

const photoOfRow = (link: HTMLElement) => link.firstElementChild

function Typing() {
  const t = useTranslations('chat-list')
  return <span className="truncate text-sm font-semibold text-accent-text">{t('typing')}</span>
}

const kindIcons = {
  photo: <Camera aria-hidden />,
  gift: <Gift aria-hidden />,
  voice: <Mic aria-hidden />,
  date: <CalendarHeart aria-hidden />,
  deleted: <Ban aria-hidden />,
  match: <HeartHandshake aria-hidden />,
  photosOpened: <Images aria-hidden />,
} satisfies Record<NonNullable<ReturnType<typeof lastMessageKey>>, ReactNode>

/** The beginning of the last message, or what stands for it, with how far an own one came. */
function Preview({ last, isUnread }: { last: LastMessage; isUnread: boolean }) {
  const t = useTranslations('chat-list')
  const chat = useTranslations('chat')
  const key = lastMessageKey(last)
  const text = key ? t(`last.${key}`) : last.preview
  const isOwn = last.isMine && hasAuthor(last)
  return (
    <span
      className={cx(
        'flex min-w-0 items-center gap-1 text-sm [&>svg]:size-4 [&>svg]:shrink-0',
        isUnread ? 'font-semibold text-text' : 'text-text-muted',
      )}
    >
      {isOwn && <Status status={last.status} />}
      {key && kindIcons[key]}
      <span dir="auto" className="truncate">
        {isOwn ? chat('mine', { text }) : text}
      </span>
    </span>
  )
}

function Status({ status }: Pick<LastMessage, 'status'>) {
  const t = useTranslations('chat-list.status')
  const label = t(status)
  switch (status) {
    case 'sent':
      return <Check role="img" aria-label={label} />
    case 'delivered':
      return <CheckCheck role="img" aria-label={label} />
    case 'read':
      return <CheckCheck role="img" aria-label={label} className="text-accent-text" />
  }
}

function SentTime({ sentAt }: { sentAt: string }) {
  const format = useFormatter()
  const now = useNow()
  return (
    <time dateTime={sentAt} className="shrink-0 text-sm text-text-muted tabular-nums">
      {/* Short: a phone has room for the name beside it. */}
      {format.relativeTime(elapsedFrom(new Date(sentAt), now), { now, style: 'short' })}
    </time>
  )
}
