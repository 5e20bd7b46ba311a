import type { Ref } from 'react'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import { useNow } from '#web/i18n/now.tsx'
import { dayName } from './day-name.ts'
import { useFeed } from './feed-context.tsx'
import type { FeedRow } from './feed-rows.ts'
import { MessageGroup } from './message-group.tsx'

interface Props {
  rows: readonly FeedRow[]
  unreadLine: Ref<HTMLParagraphElement>
}

export function FeedRows({ rows, unreadLine }: Props) {
  return rows.map((row) => <Row key={row.key} row={row} unreadLine={unreadLine} />)
}

function Row({ row, unreadLine }: { row: FeedRow; unreadLine: Props['unreadLine'] }) {
  const t = useTranslations('chat')
  switch (row.kind) {
    case 'day':
      return <DaySeparator at={row.at} />
    case 'unread':
      return (
        <p
          ref={unreadLine}
          className="my-3 flex items-center gap-3 text-sm font-semibold text-secondary-text before:h-px before:grow before:bg-secondary after:h-px after:grow after:bg-secondary"
        >
          {t('unread')}
        </p>
      )
    case 'notice':
      return <NoticeRow row={row} />
    case 'group':
      return <MessageGroup group={row} />
  }
}

function DaySeparator({ at }: { at: Date }) {
  const t = useTranslations('conversation.days')
  const format = useFormatter()
  const now = useNow()
  const name = dayName(at, { now, timeZone: useTimeZone() ?? 'UTC' })
  const isNear = name === 'today' || name === 'yesterday'
  return (
    <p className="my-3 text-center text-sm font-semibold text-text-muted first-letter:uppercase">
      {isNear ? t(name) : format.dateTime(at, name === 'date' ? 'weekday' : 'day')}
    </p>
  )
}

/** What the site itself reports within a conversation. */
function NoticeRow({ row: { message, isMine } }: { row: Extract<FeedRow, { kind: 'notice' }> }) {
  const t = useTranslations('conversation.notices')
  const { conversation } = useFeed()
  const { name } = conversation.profile
  const key = message.notice === 'match' ? 'match' : isMine ? 'photosGrantedOwn' : 'photosGranted'
  return <p className="my-3 text-center text-sm text-text-muted">{t(key, { name })}</p>
}
