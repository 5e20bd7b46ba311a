import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { Chat } from '#contract/chat/schemas.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { Link } from '#web/api/link.tsx'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'

/** Matches without a conversation, in a row above the list. Nothing without one. */
export function NewMatches({ chats }: { chats: readonly Chat[] }) {
  const t = useTranslations('chat-list.matches')
  const chatT = useTranslations('chat')
  const format = useFormatter()
  const now = useNow()
  const { data } = useQuery(newMatchesQuery())
  // A conversation may have begun since the matches were fetched.
  const matches = data?.results.filter(({ id }) => !chats.some(({ profile }) => profile.id === id)) ?? []
  if (matches.length === 0) return null
  return (
    <section aria-labelledby="new-matches" className="py-3">
      <h2 id="new-matches" className="px-3 pb-1 text-sm font-semibold text-text-muted">
        {t('title')}
      </h2>
      <ul className="flex gap-1 overflow-x-auto px-1.5 py-1 scrollbar-none">
        {matches.map(({ id, name, photo, isOnline, isFictional, likedAt }) => (
          <li key={id} className="shrink-0">
            <Link
              to={href('/members/:id/chat', { id })}
              prefetch="intent"
              title={t('since', { time: format.relativeTime(elapsedFrom(new Date(likedAt), now), now) })}
              className="flex w-20 flex-col items-center gap-1 rounded-md p-1 text-center text-sm text-text no-underline hover:bg-surface-muted"
            >
              <span className="flex rounded-full bg-signature p-0.75">
                <span className="flex rounded-full bg-surface p-0.5">
                  <Avatar
                    name={name}
                    src={photo && photoUrl(photo.id, 'thumb')}
                    preview={photo?.preview}
                    size="lg"
                    onlineLabel={isOnline ? chatT('online') : undefined}
                    isDecorative
                  />
                </span>
              </span>
              <span dir="auto" className="w-full truncate">
                {name}
              </span>
              <FictionalLabel member={{ isFictional }} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
