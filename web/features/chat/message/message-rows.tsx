import type { ReactElement, Ref } from 'react'
import { useFormatter, useTimeZone, useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation } from '#contract/chat/schemas.ts'
import { MESSAGE_DELETE_MS } from '#contract/limits.ts'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { useNow } from '#web/i18n/now.tsx'
import { dayName } from '#web/features/chat/conversation/day-name.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedRow } from '#web/features/chat/conversation/feed-rows.ts'
import { MessageGroup } from './message-group.tsx'
import { isOutgoing, messageStatus } from './message-status.ts'

interface Props {
  rows: readonly FeedRow[]
  conversation: Conversation
  /** Numbers of the partner's messages that came before the viewer wrote anything. */
  beforeReply: ReadonlySet<number>
  /** The message whose menu is in the tab order; the arrow keys lead to the others. */
  tabSeq: number | undefined
  unreadLine: Ref<HTMLParagraphElement>
}

export function FeedRows({ rows, ...shared }: Props) {
  const now = useNow()
  return rows.map((row) => elementOf(row, { ...shared, now }))
}

/** What changes often is a separate value for each group, so that only the groups concerned render again. */
function elementOf(
  row: FeedRow,
  { conversation, beforeReply, tabSeq, unreadLine, now }: Omit<Props, 'rows'> & { now: Date },
): ReactElement {
  switch (row.kind) {
    case 'day':
      return <DaySeparator key={row.key} at={row.at} />
    case 'unread':
      return <UnreadLine key={row.key} ref={unreadLine} />
    case 'notice':
      return <NoticeRow key={row.key} row={row} />
    case 'group': {
      const last = row.messages.at(-1)
      const seqs = row.messages.flatMap((message) => (isOutgoing(message) ? [] : [message.seq]))
      return (
        <MessageGroup
          key={row.key}
          group={row}
          status={row.isMine && last ? messageStatus(last, conversation) : null}
          tabSeq={seqs.find((seq) => seq === tabSeq)}
          // A message of the viewer would end the group.
          isBeforeReply={seqs.some((seq) => beforeReply.has(seq))}
          isRecent={now.getTime() - row.at.getTime() < MESSAGE_DELETE_MS}
          isFirst={conversation.firstOwnSeq === null && row.messages.every(isOutgoing)}
        />
      )
    }
  }
}

function UnreadLine({ ref }: { ref: Ref<HTMLParagraphElement> }) {
  const t = useTranslations('chat')
  return (
    <p
      ref={ref}
      className="my-3 flex items-center gap-3 text-sm font-semibold text-secondary-text before:h-px before:grow before:bg-secondary after:h-px after:grow after:bg-secondary"
    >
      {t('unread')}
    </p>
  )
}

function DaySeparator({ at }: { at: Date }) {
  const t = useTranslations('chat-conversation.days')
  const format = useFormatter()
  const now = useNow()
  const name = dayName(at, { now, timeZone: useTimeZone() })
  const isNear = name === 'today' || name === 'yesterday'
  return (
    <p className="my-3 text-center text-sm font-semibold text-text-muted first-letter:uppercase">
      {isNear ? t(name) : format.dateTime(at, name === 'date' ? 'weekday' : 'day')}
    </p>
  )
}

/** What the site itself reports within a conversation. */
function NoticeRow({ row: { message, isMine } }: { row: Extract<FeedRow, { kind: 'notice' }> }) {
  const t = useTranslations('chat-conversation.notices')
  const { name, gender } = useFeed().partner
  const viewerGender = useViewerGender()
  const key = message.notice === 'match' ? 'match' : isMine ? 'photosGrantedOwn' : 'photosGranted'
  return <p className="my-3 text-center text-sm text-text-muted">{t(key, { name, gender, viewerGender })}</p>
}
