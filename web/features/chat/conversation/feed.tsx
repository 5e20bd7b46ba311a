import ArrowDown from 'lucide-react/icons/arrow-down'
import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTimeZone, useTranslations } from '#web/i18n/intl.tsx'
import type { ChatPartner, DateAnswer, Message } from '#contract/chat/schemas.ts'
import { getMessages } from '#contract/chat/calls.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { call } from '#web/api/call.ts'
import { type OpenConversation, mergeOlderMessages, olderMessagesInput } from './conversation-merge.ts'
import { FeedContext, MessagesContext } from './feed-context.tsx'
import { useFeedDialogs } from './feed-dialogs.tsx'
import { FeedRows } from '#web/features/chat/message/message-rows.tsx'
import { feedRows } from './feed-rows.ts'
import { FeedStart } from './feed-start.tsx'
import { seqsBeforeReply, unreadOf } from './new-messages.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import { useChangeMessage } from '#web/features/chat/message/use-change-message.ts'
import { useFeedScroll } from './use-feed-scroll.ts'
import { useMarkRead } from './use-mark-read.ts'
import { updateConversation } from './conversation-cache.ts'

interface Props {
  open: OpenConversation
  ownId: string
  outgoing: readonly OutboxMessage[]
  /** Counts what the viewer has sent since the conversation was opened. */
  sentCount: number
  isPartnerTyping: boolean
  onReply: (message: Message) => void
  onSuggestDate: (message: Extract<Message, { kind: 'date' }>) => void
  onRetry: (message: OutboxMessage) => void
  onDiscard: (message: OutboxMessage) => void
}

/**
 * All messages, oldest on top. The scrolling box is a reversed column, so the browser measures from its end:
 * it opens at the latest message, stays there while new ones arrive, and does not move when older ones are
 * added. If more is unread than fits, it opens at the first unread message.
 */
export function Feed({ open, ownId, outgoing, sentCount, isPartnerTyping, ...actions }: Props) {
  const t = useTranslations('chat')
  const timeZone = useTimeZone()
  const older = useOlderMessages(open)
  const { conversation, messages } = open
  const { profile } = conversation
  // A line marks what was unread on opening; the reader sees later messages arrive.
  const [unread] = useState({ afterSeq: conversation.readSeq, upToSeq: conversation.lastSeq })
  const { box, unreadLine, isAwayFromEnd, scrollToEnd } = useFeedScroll({
    sentCount,
    // After a failure only a press tries again: the error moves the feed, which counts as scrolling.
    onNearStart() {
      if (older.error === null) older.load()
    },
  })
  const rowsRef = useRef<HTMLDivElement>(null)
  useMarkRead(open, rowsRef)
  const { react, answer, remove } = useChangeMessage(ownId)
  const { ask, openPhoto, dialogs } = useFeedDialogs({ partner: profile, remove, feed: box.ref })
  const rows = useMemo(
    () => feedRows({ messages, outgoing, ownId, unread, timeZone }),
    [messages, outgoing, ownId, unread, timeZone],
  )
  const bySeq = useMemo(() => new Map(messages.map((message) => [message.seq, message])), [messages])
  const unseen = unreadOf(messages, { readSeq: conversation.readSeq, ownId })
  const { firstOwnSeq } = conversation
  const beforeReply = useMemo(() => seqsBeforeReply({ messages, firstOwnSeq, ownId }), [messages, firstOwnSeq, ownId])

  const value = useFeedValue({ conversation, ownId, feed: box.ref, react, answer, ask, openPhoto, ...actions })

  return (
    <FeedContext value={value}>
      <div className="relative flex min-h-0 grow flex-col">
        <div
          {...box}
          role="log"
          // Announcer reads out what is new; history that is loaded on top must not be read out.
          aria-live="off"
          aria-label={t('feed', { name: profile.name })}
          className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 outline-offset-[-3px]"
          onKeyDownCapture={moveBetweenMenus}
        >
          <div ref={rowsRef} className="flex flex-col gap-1">
            <FeedStart open={open} isPending={older.isPending} error={older.error} onLoadOlder={older.load} />
            <MessagesContext value={bySeq}>
              <FeedRows
                rows={rows}
                conversation={conversation}
                beforeReply={beforeReply}
                tabSeq={messages.findLast(({ kind }) => kind !== 'system' && kind !== 'deleted')?.seq}
                unreadLine={unreadLine}
              />
            </MessagesContext>
            {isPartnerTyping && <TypingDots label={t('typing', { name: profile.name })} />}
          </div>
        </div>
        {isAwayFromEnd && <ToLatest unseenCount={unseen.length} onPress={scrollToEnd} />}
      </div>
      {dialogs}
    </FeedContext>
  )
}

/** Leads back to the latest message, with the number of those that arrived meanwhile. */
function ToLatest({ unseenCount, onPress }: { unseenCount: number; onPress: () => void }) {
  const t = useTranslations('chat')
  return (
    <div className="absolute end-4 bottom-4">
      <IconButton label={t('latest')} variant="raised" onClick={onPress}>
        <ArrowDown />
      </IconButton>
      <CountBadge
        count={unseenCount}
        label={t('unreadCount', { count: unseenCount })}
        className="pointer-events-none absolute -end-1 -top-1"
      />
    </div>
  )
}

interface FeedValueInput
  extends
    Pick<Props, 'ownId' | 'onReply' | 'onSuggestDate' | 'onRetry' | 'onDiscard'>,
    Pick<ReturnType<typeof useChangeMessage>, 'react' | 'answer'>,
    Pick<ReturnType<typeof useFeedDialogs>, 'ask' | 'openPhoto'> {
  conversation: OpenConversation['conversation']
  feed: RefObject<HTMLElement | null>
}

/** What all messages of a feed share, as the same object until something of it changes. */
function useFeedValue({ conversation, ownId, feed, react, answer, ask, openPhoto, ...actions }: FeedValueInput) {
  const { profile, rejection, coversExplicit } = conversation
  const { onReply, onSuggestDate, onRetry, onDiscard } = actions
  const partner = useSteadyPartner(profile)
  return useMemo(() => {
    // The button that had the focus goes away.
    const focusFeed = () => feed.current?.focus({ preventScroll: true })
    return {
      partner,
      ownId,
      rejection,
      coversExplicit,
      onReply,
      onReact: (message: Message, reaction: Reaction | null) => react({ message, reaction }),
      onAnswer: (message: Extract<Message, { kind: 'date' }>, chosen: DateAnswer) =>
        answer({ message, answer: chosen }),
      onSuggestDate,
      onDelete: (message: Message) => ask({ kind: 'delete', message }),
      onReport: (message: Message) => ask({ kind: 'report', message }),
      onOpenPhoto: openPhoto,
      onRetry(message: OutboxMessage) {
        focusFeed()
        onRetry(message)
      },
      onDiscard(message: OutboxMessage) {
        focusFeed()
        onDiscard(message)
      },
    }
  }, [
    partner,
    ownId,
    rejection,
    coversExplicit,
    onReply,
    onSuggestDate,
    react,
    answer,
    ask,
    openPhoto,
    onRetry,
    onDiscard,
    feed,
  ])
}

/** The partner, as the same object until something of it changes; presence does not count. */
function useSteadyPartner(profile: ChatPartner) {
  const [partner, setPartner] = useState(profile)
  const next = replaceEqualDeep(partner, { ...profile, isOnline: partner.isOnline })
  if (next !== partner) setPartner(next)
  return next
}

const MENUS = '[data-message-menu]'

/** Vertical arrow keys lead from the menu of one message to that of the next; Enter opens it. */
function moveBetweenMenus(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return
  if (!(target instanceof HTMLElement) || !target.matches(MENUS)) return
  // Otherwise the arrow keys would open the menu.
  event.preventDefault()
  event.stopPropagation()
  const menus = [...currentTarget.querySelectorAll<HTMLElement>(MENUS)]
  const next = {
    ArrowUp: menus.indexOf(target) - 1,
    ArrowDown: menus.indexOf(target) + 1,
    Home: 0,
    End: menus.length - 1,
  }
  menus[next[key as keyof typeof next]]?.focus()
}

/** Three animated dots: the partner is typing. */
function TypingDots({ label }: { label: string }) {
  return (
    <div role="status" className="mt-2 flex w-fit gap-1.5 rounded-lg rounded-es-sm bg-surface-muted px-4 py-4">
      <span className="sr-only">{label}</span>
      {[0, 150, 300].map((delayMs) => (
        <span
          key={delayMs}
          aria-hidden
          className="size-2 rounded-full bg-text-muted motion-safe:animate-bounce"
          style={{ animationDelay: `${delayMs}ms` }}
        />
      ))}
    </div>
  )
}

/** Fetches the messages before the first one that is shown. */
function useOlderMessages(open: OpenConversation) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ conversationId, before }: { conversationId: string; before: number }) =>
      call(getMessages, { params: { conversationId }, query: { before } }),
    onSuccess: (page, { conversationId }) =>
      updateConversation(client, conversationId, (cached) => mergeOlderMessages(cached, page)),
  })
  const input = olderMessagesInput(open)
  return {
    isPending,
    /** Why the last try failed; null while there is another one. */
    error,
    load() {
      if (input && !isPending) mutate(input)
    },
  }
}
