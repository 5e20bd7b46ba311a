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
import { useTranslations } from '#web/i18n/intl.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { discoveryQuery } from './discovery-query.ts'
import { suggestedPeople } from './suggested-people.ts'
import { useReasonTexts } from './use-reason-texts.ts'

/**
 * Members to write to next, where no conversation is open: those for today with a reason, who lead to their
 * profiles (GAME-8). The list of conversations, beside or above them, begins with the new matches.
 */
export function PeopleToWriteTo() {
  const t = useTranslations('games.discovery')
  const reasonTexts = useReasonTexts()
  const headingId = useId()
  const { isLiked } = useLikes()
  const { chats } = useLoaded(chatsQuery())
  const matches = useQuery(newMatchesQuery()).data?.results ?? []
  const { data: discovery, isLoading } = useQuery(discoveryQuery())
  const people = suggestedPeople({ matches, today: discovery?.today ?? [], chats, isLiked })
  if (!isLoading && people.length === 0) return null
  return (
    <section aria-labelledby={headingId} aria-busy={isLoading} className="mx-auto w-full max-w-form py-4 lg:px-3">
      <h2 id={headingId} className="px-3 pb-2 text-lg font-bold">
        {t('today')}
      </h2>
      <ul className="flex flex-col gap-1">
        {people.map((member) => (
          <Row key={member.id} member={member} reason={reasonTexts(member)[0]?.text ?? ''} />
        ))}
      </ul>
      {isLoading && <LoadingRows />}
    </section>
  )
}

interface RowProps {
  member: ProfileCard
  reason: string
}

/** A face with name, age and the reason. */
function Row({ member, reason }: RowProps) {
  const t = useTranslations('chat')
  const { id, name, age, photo, isOnline } = member
  return (
    <li>
      <Link
        to={href('/members/:id', { id })}
        prefetch="intent"
        className="flex items-center gap-3 rounded-md p-3 text-text no-underline transition-colors duration-150 hover:bg-surface-muted focus-visible:-outline-offset-2"
      >
        <span className="flex p-0.75">
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
