import { EllipsisVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useFeed } from './feed-context.tsx'
import type { FeedMessage } from './feed-rows.ts'
import { MessageBubble } from './message-bubble.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { MessageTranslation } from './message-translation.tsx'
import { MessageWarnings } from './message-warnings.tsx'
import { isOutgoing } from './message-status.ts'
import { messageElementId } from './reply-quote.tsx'
import { useMessageGestures } from './use-message-gestures.ts'
import { useMessageMenu } from './use-message-menu.tsx'

/** A message that the server has: its content, its menu, its reactions, and what helps to read it. */
type KnownMessage = Exclude<FeedMessage, { problem: unknown }>

/** One message with everything that belongs to it. */
export function MessageItem({ message, isMine }: { message: FeedMessage; isMine: boolean }) {
  if (isOutgoing(message)) return <MessageBubble message={message} isMine />
  if (message.kind === 'deleted') return <MessageBubble message={message} isMine={isMine} />
  return <KnownMessageItem message={message} isMine={isMine} />
}

function KnownMessageItem({ message, isMine }: { message: KnownMessage; isMine: boolean }) {
  const { beforeReply, conversation, onReply } = useFeed()
  const [isTranslated, setIsTranslated] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const gestures = useMessageGestures({
    onLongPress: () => root.current?.querySelector<HTMLElement>('[data-message-menu]')?.click(),
    onSwipe: conversation.rejection === null ? () => onReply(message) : undefined,
  })
  return (
    <div
      ref={root}
      id={messageElementId(message.seq)}
      data-seq={isMine ? undefined : message.seq}
      className={cx('flex max-w-full flex-col gap-1', isMine ? 'items-end' : 'items-start')}
    >
      <div {...gestures} className="group/message relative max-w-full touch-pan-y pointer-coarse:select-none">
        <MessageBubble message={message} isMine={isMine} />
        <MessageMenu message={message} isMine={isMine} onTranslate={() => setIsTranslated(true)} />
      </div>
      <MessageReactions message={message} />
      {isTranslated && message.kind === 'text' && <MessageTranslation body={message.body} />}
      {beforeReply.has(message.seq) && message.kind === 'text' && <MessageWarnings message={message} />}
    </div>
  )
}

interface MenuProps {
  message: KnownMessage
  isMine: boolean
  onTranslate: () => void
}

/** The menu beside a message: shown under the pointer or with the focus, on a phone opened by a long press. */
function MessageMenu({ message, isMine, onTranslate }: MenuProps) {
  const t = useTranslations('conversation')
  const { tabSeq } = useFeed()
  const items = useMessageMenu({ message, isMine, onTranslate })
  if (items.length === 0) return null
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
            tabIndex={message.seq === tabSeq ? 0 : -1}
            className="opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
          >
            <EllipsisVertical />
          </IconButton>
        }
      />
    </span>
  )
}
