import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { href } from 'react-router'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { useLikes } from '#web/features/likes/use-likes.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { discoveryQuery } from './discovery-query.ts'
import { suggestedPeople } from './suggested-people.ts'
import { useReasonTexts } from './use-reason-texts.ts'

interface Props {
  /** Not below the list of conversations, which begins with them. */
  hasMatches?: boolean
}

/**
 * Members to write to next, where no conversation is open: matches without one, who lead to the chat, then
 * those for today with a reason, who lead to their profiles (GAME-8).
 */
export function PeopleToWriteTo({ hasMatches = true }: Props) {
  const t = useTranslations('games.discovery')
  const matchT = useTranslations('chat-list.matches')
  const format = useFormatter()
  const now = useNow()
  const reasonTexts = useReasonTexts()
  const headingId = useId()
  const { isLiked } = useLikes()
  const { chats } = useLoaded(chatsQuery())
  const matched = useQuery(newMatchesQuery()).data?.results ?? []
  const { data: discovery, isLoading } = useQuery(discoveryQuery())
  const people = suggestedPeople({ matches: matched, today: discovery?.today ?? [], chats, isLiked })
  const { today } = people
  const matches = hasMatches ? people.matches : []
  if (!isLoading && matches.length + today.length === 0) return null
  return (
    <section aria-labelledby={headingId} aria-busy={isLoading} className="mx-auto w-full max-w-form py-4 lg:px-3">
      <h2 id={headingId} className="px-3 pb-2 text-lg font-bold">
        {t('today')}
      </h2>
      <ul className="flex flex-col gap-1">
        {matches.map((member) => (
          <Row
            key={member.id}
            member={member}
            to={href('/members/:id/chat', { id: member.id })}
            reason={matchT('since', { time: format.relativeTime(elapsedFrom(new Date(member.likedAt), now), now) })}
            isMatch
          />
        ))}
        {today.map((member) => (
          <Row
            key={member.id}
            member={member}
            to={href('/members/:id', { id: member.id })}
            reason={reasonTexts(member)[0]?.text ?? ''}
          />
        ))}
      </ul>
      {isLoading && <LoadingRows />}
    </section>
  )
}

interface RowProps {
  member: ProfileCard
  to: string
  reason: string
  isMatch?: boolean
}

/** A face with name, age and the reason. The ring of a match is the one of the row above the list. */
function Row({ member, to, reason, isMatch = false }: RowProps) {
  const t = useTranslations('chat')
  const { name, age, photo, isOnline } = member
  return (
    <li>
      <Link
        to={to}
        prefetch="intent"
        className="flex items-center gap-3 rounded-md p-3 text-text no-underline transition-colors duration-150 hover:bg-surface-muted focus-visible:-outline-offset-2"
      >
        <span className={isMatch ? 'flex rounded-full bg-signature p-0.75' : 'flex p-0.75'}>
          <Avatar
            name={name}
            src={photo && photoUrl(photo.id, 'thumb')}
            preview={photo?.preview}
            size="lg"
            onlineLabel={isOnline ? t('online') : undefined}
            isDecorative
          />
        </span>
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-2">
            <span className="flex min-w-0 font-semibold">
              <span dir="auto" className="truncate">
                {name}
              </span>
              <span className="shrink-0">{`, ${age}`}</span>
            </span>
            <FictionalLabel member={member} />
          </span>
          <span className="line-clamp-2 text-sm text-text-muted">{reason}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-text-muted rtl:-scale-x-100" />
      </Link>
    </li>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden className="flex flex-col gap-1">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 p-3">
          <Skeleton shape="circle" className="m-0.75 size-16" />
          <div className="grow">
            <Skeleton shape="text" className="w-1/3" />
            <Skeleton shape="text" className="w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
