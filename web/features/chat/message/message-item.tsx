import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Reply from 'lucide-react/icons/reply'
import { memo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import type { Message } from '#contract/chat/schemas.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { warningsOf } from '#web/features/chat/composer/warning-rules.ts'
import { MessageBubble } from './message-bubble.tsx'
import { isOutgoing } from './message-status.ts'
import { ReactionImage } from './reaction-image.tsx'
import { reactionNames } from './reaction-names.ts'
import { messageElementId } from './reply-quote.tsx'
import { useMessageMenu } from './use-message-menu.tsx'
import { translate, translationApis } from './translation.ts'
import { useMessageGestures } from './use-message-gestures.ts'

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
        {/* What a swipe does, shown while the finger is far enough for it. */}
        <span
          aria-hidden
          className="absolute end-full top-1/2 me-2 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-accent-quiet text-accent-text opacity-0 transition-opacity duration-150 group-data-[swipe=ready]/message:opacity-100"
        >
          <Reply className="size-5" />
        </span>
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

/** The menu beside a message: shown under the pointer or focus, on a phone opened by a long press. */
function MessageMenu({ isTabStop, ...message }: MenuProps) {
  const t = useTranslations('chat-conversation')
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

/** The reactions of the two members to a message. */
function MessageReactions({ message: { senderId, reactions } }: { message: Message }) {
  const t = useTranslations('chat-conversation.reactions')
  const { ownId, partner } = useFeed()
  const isMine = senderId === ownId
  const own = isMine ? reactions.sender : reactions.receiver
  const partners = isMine ? reactions.receiver : reactions.sender
  if (!own && !partners) return null
  return (
    <ul aria-label={t('label')} className="-mt-2.5 mb-0.5 flex gap-1 px-2">
      {partners && (
        <ReactionOf
          reaction={partners}
          label={t('partner', { name: partner.name, reaction: t(`names.${reactionNames[partners]}`) })}
        />
      )}
      {own && <ReactionOf reaction={own} label={t('own', { reaction: t(`names.${reactionNames[own]}`) })} />}
    </ul>
  )
}

function ReactionOf({ reaction, label }: { reaction: Reaction; label: string }) {
  return (
    <li className="z-1 rounded-full border border-line bg-surface-raised p-1">
      <span role="img" aria-label={label} className="block">
        <ReactionImage reaction={reaction} className="size-4.5" />
      </span>
    </li>
  )
}

/** A message in the language of the page, translated on the device. */
function MessageTranslation({ body }: { body: string }) {
  const t = useTranslations('chat-conversation.translation')
  const { language } = useLanguage()
  const { data, isError } = useQuery({
    queryKey: ['translation', language, body],
    queryFn: async () => {
      const apis = translationApis(window)
      return apis ? translate(apis, { text: body, language }) : ({ kind: 'unavailable' } as const)
    },
    staleTime: Infinity,
    // The browser decides, not the network.
    networkMode: 'always',
  })
  return (
    <div role="status" className="max-w-full rounded-md border border-line px-3 py-2 text-sm text-text-muted">
      {!data && !isError && <Spinner size="sm" label={t('pending')} />}
      {data?.kind === 'translated' && (
        <>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-text">
            {data.text}
          </p>
          <p className="mt-1 text-xs">{t('onDevice')}</p>
        </>
      )}
      {data?.kind === 'same' && t('same')}
      {(isError || data?.kind === 'unavailable') && t('unavailable')}
    </div>
  )
}

/** Warns the receiver of a first message that asks for money or leads away from the site (CHAT-24). */
function MessageWarnings({ message }: { message: Extract<Message, { kind: 'text' }> }) {
  const t = useTranslations('chat-conversation.warnings')
  const { partner, onReport } = useFeed()
  const [first] = warningsOf(message.body)
  if (!first) return null
  return (
    // A region of the page would need a name of its own for each message.
    <div
      role="note"
      aria-label={t('label')}
      className="flex max-w-full items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-text"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <div className="min-w-0">
        <p>{t(first, { name: partner.name, gender: partner.gender })}</p>
        <button type="button" className="min-h-9 font-semibold underline" onClick={() => onReport(message)}>
          {t('report')}
        </button>
      </div>
    </div>
  )
}
