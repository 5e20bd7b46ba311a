import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { OpenConversation } from './conversation-cache.ts'
import { feedRows, type OutgoingMessage } from './feed-rows.ts'
import { MessageGroup } from './message-group.tsx'
import { TypingDots } from './typing-dots.tsx'
import { useOlder } from './use-older.ts'

/** How near to its top, in pixels, the feed begins to fetch what is older. */
const FETCH_WITHIN = 400

/** How far from its end, in pixels, the way back to the latest message is offered. */
const AWAY_AFTER = 300

interface Props {
  open: OpenConversation
  ownId: string
  outgoing: readonly OutgoingMessage[]
  isPartnerTyping: boolean
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

/**
 * All messages, oldest on top. The scrolling box is a reversed column, so the browser measures from its end: it opens
 * at the latest message, stays there while new ones come, and does not move when older ones are put on top. Where more
 * is unread than fits, it opens at the first of that.
 */
export function Feed({ open, ownId, outgoing, isPartnerTyping, onRetry, onDiscard }: Props) {
  const t = useTranslations('chat')
  const format = useFormatter()
  const timeZone = useTimeZone() ?? 'UTC'
  const older = useOlder(open)
  const { conversation, messages, hasMore } = open
  const [unread] = useState({ afterSeq: conversation.readSeq, upToSeq: conversation.lastSeq })
  const box = useRef<HTMLDivElement>(null)
  const unreadLine = useRef<HTMLParagraphElement>(null)
  const [isAway, setIsAway] = useState(false)
  const rows = feedRows({ messages, outgoing, ownId, unread, timeZone })

  useLayoutEffect(() => {
    const showUnread = () => unreadLine.current?.scrollIntoView({ block: 'start' })
    showUnread()
    // Groups get their true height only once they are drawn: aim again then.
    let event = requestAnimationFrame(() => {
      showUnread()
      event = requestAnimationFrame(showUnread)
    })
    return () => cancelAnimationFrame(event)
  }, [])

  // What one writes is shown, wherever one was reading.
  useEffect(() => {
    if (outgoing.length > 0) box.current?.scrollTo({ top: 0 })
  }, [outgoing.length])

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={box}
        // Scrolled by keyboard too.
        tabIndex={0}
        role="log"
        aria-label={t('feed', { name: conversation.profile.name })}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - clientHeight + scrollTop < FETCH_WITHIN) older.load()
          setIsAway(scrollTop < -AWAY_AFTER)
        }}
        className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 outline-offset-[-3px]"
      >
        <div className="flex flex-col gap-1">
          {hasMore && (
            <div className="py-2 text-center">
              <Button variant="ghost" size="sm" isPending={older.isPending} onClick={older.load}>
                {t('older')}
              </Button>
            </div>
          )}
          {rows.map((row) => (
            <Fragment key={row.key}>
              {row.kind === 'day' && (
                <p className="my-3 text-center text-sm font-semibold text-text-muted">
                  {format.dateTime(row.at, 'weekday')}
                </p>
              )}
              {row.kind === 'unread' && (
                <p
                  ref={unreadLine}
                  className="my-3 flex items-center gap-3 text-sm font-semibold text-secondary-text before:h-px before:grow before:bg-secondary after:h-px after:grow after:bg-secondary"
                >
                  {t('unread')}
                </p>
              )}
              {row.kind === 'group' && (
                <MessageGroup
                  group={row}
                  partner={conversation.profile}
                  partnerReadSeq={conversation.partnerReadSeq}
                  onRetry={onRetry}
                  onDiscard={onDiscard}
                />
              )}
            </Fragment>
          ))}
          {isPartnerTyping && <TypingDots label={t('typing', { name: conversation.profile.name })} />}
        </div>
      </div>
      {isAway && (
        <IconButton
          label={t('latest')}
          variant="raised"
          className="absolute end-4 bottom-4"
          onClick={() => box.current?.scrollTo({ top: 0 })}
        >
          <ArrowDown />
        </IconButton>
      )}
    </div>
  )
}
