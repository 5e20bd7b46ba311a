import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { OpenConversation } from './conversation-merge.ts'
import { FeedRows } from './message-rows.tsx'
import { feedRows } from './feed-rows.ts'
import type { OutgoingMessage } from './outbox.ts'
import { TypingDots } from './typing-dots.tsx'
import { useFeedScroll } from './use-feed-scroll.ts'
import { useOlderMessages } from './use-older-messages.ts'

interface Props {
  open: OpenConversation
  ownId: string
  outgoing: readonly OutgoingMessage[]
  isPartnerTyping: boolean
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

/**
 * All messages, oldest on top. The scrolling box is a reversed column, so the browser measures from its end: it opens at
 * the latest message, stays there while new ones arrive, and does not move when older ones are added on top. If more is
 * unread than fits, it opens at the first unread message.
 */
export function Feed({ open, ownId, outgoing, isPartnerTyping, onRetry, onDiscard }: Props) {
  const t = useTranslations('chat')
  const timeZone = useTimeZone() ?? 'UTC'
  const older = useOlderMessages(open)
  const { conversation, messages, hasMore } = open
  // A line marks what was unread on opening; the reader sees later messages arrive.
  const [unread] = useState({ afterSeq: conversation.readSeq, upToSeq: conversation.lastSeq })
  const { box, unreadLine, isAwayFromEnd, scrollToEnd } = useFeedScroll({
    outgoingCount: outgoing.length,
    onNearStart: older.load,
  })

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        {...box}
        role="log"
        aria-label={t('feed', { name: conversation.profile.name })}
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
          <FeedRows
            rows={feedRows({ messages, outgoing, ownId, unread, timeZone })}
            conversation={conversation}
            unreadLine={unreadLine}
            onRetry={onRetry}
            onDiscard={onDiscard}
          />
          {isPartnerTyping && <TypingDots label={t('typing', { name: conversation.profile.name })} />}
        </div>
      </div>
      {isAwayFromEnd && (
        <IconButton label={t('latest')} variant="raised" className="absolute end-4 bottom-4" onClick={scrollToEnd}>
          <ArrowDown />
        </IconButton>
      )}
    </div>
  )
}
