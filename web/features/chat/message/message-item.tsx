import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { memo, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { MessageBubble } from './message-bubble.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { MessageTranslation } from './message-translation.tsx'
import { MessageWarnings } from '#web/features/chat/composer/message-warnings.tsx'
import { isOutgoing } from './message-status.ts'
import { messageElementId } from './reply-quote.tsx'
import { useMessageGestures } from './use-message-gestures.ts'
import { useMessageMenu } from './use-message-menu.tsx'

/** A message that the server has: its content, its menu, its reactions, and what helps to read it. */
type KnownMessage = Exclude<FeedMessage, { problem: unknown }>

interface ItemProps<M extends FeedMessage> {
  message: M
  isMine: boolean
  /** Its menu is in the tab order. */
  isTabStop: boolean
  /** The viewer had not written anything yet. */
  isBeforeReply: boolean
  /** It can still be deleted for both sides. */
  isRecent: boolean
}

/** One message with everything that belongs to it. */
export const MessageItem = memo(function MessageItem({ message, ...props }: ItemProps<FeedMessage>) {
  if (isOutgoing(message)) return <MessageBubble message={message} isMine isBeforeReply={false} />
  if (message.kind === 'deleted') return <MessageBubble message={message} {...props} />
  return <KnownMessageItem message={message} {...props} />
})

function KnownMessageItem({ message, isMine, isTabStop, isBeforeReply, isRecent }: ItemProps<KnownMessage>) {
  const { rejection, onReply } = useFeed()
  const [isTranslated, setIsTranslated] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const gestures = useMessageGestures({
    onLongPress: () => root.current?.querySelector<HTMLElement>('[data-message-menu]')?.click(),
    onSwipe: rejection === null ? () => onReply(message) : undefined,
  })
  return (
    <div
      ref={root}
      id={messageElementId(message.seq)}
      data-seq={isMine ? undefined : message.seq}
      className={cx('flex max-w-full flex-col gap-1', isMine ? 'items-end' : 'items-start')}
    >
      <div {...gestures} className="group/message relative max-w-full touch-pan-y pointer-coarse:select-none">
        <MessageBubble message={message} isMine={isMine} isBeforeReply={isBeforeReply} />
        <MessageMenu
          message={message}
          isMine={isMine}
          isTabStop={isTabStop}
          isRecent={isRecent}
          onTranslate={() => setIsTranslated(true)}
        />
      </div>
      <MessageReactions message={message} />
      {isTranslated && message.kind === 'text' && <MessageTranslation body={message.body} />}
      {isBeforeReply && message.kind === 'text' && <MessageWarnings message={message} />}
    </div>
  )
}

interface MenuProps {
  message: KnownMessage
  isMine: boolean
  isTabStop: boolean
  isRecent: boolean
  onTranslate: () => void
}

/** The menu beside a message: shown under the pointer or with the focus, on a phone opened by a long press. */
function MessageMenu({ isTabStop, ...message }: MenuProps) {
  const t = useTranslations('conversation')
  const { isMine } = message
  const items = useMessageMenu(message)
  if (!items) return null
  return (
    <span className={cx('absolute top-0', isMine ? 'end-full me-1' : 'start-full ms-1')}>
      <Menu
        label={t('menu.label')}
        items={items}
        trigger={
          <IconButton
            label={t('menu.label')}
            size="sm"
            data-message-menu=""
            tabIndex={isTabStop ? 0 : -1}
            className="opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
          >
            <EllipsisVertical />
          </IconButton>
        }
      />
    </span>
  )
}
