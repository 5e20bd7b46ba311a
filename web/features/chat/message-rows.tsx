import type { Ref } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Conversation } from '#contract/chat.ts'
import type { FeedRow } from './feed-rows.ts'
import { MessageGroup } from './message-group.tsx'
import type { OutgoingMessage } from './outbox.ts'

interface Props {
  conversation: Conversation
  unreadLine: Ref<HTMLParagraphElement>
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

export function FeedRows({ rows, ...props }: Props & { rows: readonly FeedRow[] }) {
  return rows.map((row) => <Row key={row.key} row={row} {...props} />)
}

function Row({ row, conversation, unreadLine, onRetry, onDiscard }: Props & { row: FeedRow }) {
  const t = useTranslations('chat')
  const format = useFormatter()
  switch (row.kind) {
    case 'day':
      return (
        <p className="my-3 text-center text-sm font-semibold text-text-muted">{format.dateTime(row.at, 'weekday')}</p>
      )
    case 'unread':
      return (
        <p
          ref={unreadLine}
          className="my-3 flex items-center gap-3 text-sm font-semibold text-secondary-text before:h-px before:grow before:bg-secondary after:h-px after:grow after:bg-secondary"
        >
          {t('unread')}
        </p>
      )
    case 'group':
      return (
        <MessageGroup
          group={row}
          partner={conversation.profile}
          partnerReadSeq={conversation.partnerReadSeq}
          onRetry={onRetry}
          onDiscard={onDiscard}
        />
      )
  }
}
