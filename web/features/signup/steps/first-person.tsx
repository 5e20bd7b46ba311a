import { useQuery } from '@tanstack/react-query'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { initialOf } from '#web/ui/media/initial.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import type { FirstMessage } from '../first-message.ts'
import { useFreeMessages } from './free-messages.tsx'

interface Props {
  member: ProfileCard
  /** Why this person, in one line; may be empty. */
  reason: string
}

/** The first person to write to, large. Before the confirmation, without messages, it shows the profile. */
export function FirstPerson({ member, reason }: Props) {
  const t = useTranslations('signup.matches')
  const { isConfirmed, count } = useFreeMessages()
  const { id, name, age } = member
  const canWrite = count === null || (isConfirmed && count > 0)
  return (
    <PersonCard member={member}>
      <h2 className="text-2xl font-bold text-balance wrap-anywhere">{t('firstPerson', { name })}</h2>
      <p className="mt-2 font-semibold wrap-anywhere">
        {name}, {age} · {member.city ?? member.region}
      </p>
      <FictionalLabel member={member} hasWarning />
      {reason && <p className="mt-1 text-text-muted">{reason}</p>}
      <Button
        size="lg"
        className="mt-5 w-full sm:w-auto"
        icon={canWrite && <MessageCircle />}
        render={<Link to={href(canWrite ? '/members/:id/chat' : '/members/:id', { id })} prefetch="intent" />}
      >
        {t(canWrite ? 'write' : 'meet', { name })}
      </Button>
    </PersonCard>
  )
}

interface WaitingProps {
  first: FirstMessage
  /** What is shown when the message cannot be sent any more. */
  fallback: ReactNode
}

/** The message that the member wrote at the sign-up; the chat offers it with its price. */
export function WaitingMessage({ first: { profileId, message }, fallback }: WaitingProps) {
  const t = useTranslations('signup.matches')
  // A member who is gone or has blocked is not found.
  const { data, isError } = useQuery({ ...memberQuery(profileId), retry: false })
  if (!data) return isError ? fallback : <PersonSkeleton />
  return (
    <PersonCard member={data.member}>
      <h2 className="text-2xl font-bold text-balance wrap-anywhere">{t('messageWaits', { name: data.member.name })}</h2>
      <blockquote className="my-3 rounded-lg bg-accent-soft px-4 py-3 wrap-anywhere whitespace-pre-line">
        {message}
      </blockquote>
      <p className="mb-4 text-sm text-text-muted">{t('messageWaitsText')}</p>
      <Button
        size="lg"
        icon={<MessageCircle />}
        render={<Link to={href('/members/:id/chat', { id: profileId })} prefetch="intent" />}
      >
        {t('openMessage')}
      </Button>
    </PersonCard>
  )
}

const cardVariants = 'grid overflow-hidden sm:grid-cols-[15rem_minmax(0,1fr)]'

/** As high as the card, on a wide screen by its photo. */
function PersonSkeleton() {
  return (
    <Card aria-hidden padding="none" className={cardVariants}>
      <Skeleton className="max-sm:h-72 sm:aspect-3/4" />
      <div className="flex min-w-0 flex-col gap-3 self-center p-5 sm:p-8">
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-18" />
        <Skeleton shape="circle" className="mt-2 h-13 w-40" />
      </div>
    </Card>
  )
}

function PersonCard({ member: { name, photo }, children }: { member: ProfileCard; children: ReactNode }) {
  const profiles = useTranslations('profiles.tile')
  return (
    <Card padding="none" className={cardVariants}>
      {photo && !photo.isLocked ? (
        // On a phone the lower part of the photo is cut off, so that the name is on the first screen.
        <div className="overflow-hidden max-sm:max-h-72">
          <LazyImage
            src={photoUrl(photo.id, 'tile')}
            width={3}
            height={4}
            alt={profiles('photoOf', { name })}
            preview={photo.preview}
            isUrgent
          />
        </div>
      ) : (
        <div
          aria-hidden
          className="grid aspect-4/3 place-items-center bg-no-photo text-6xl font-bold text-accent-text sm:aspect-3/4"
        >
          {initialOf(name)}
        </div>
      )}
      <div className="min-w-0 self-center p-5 sm:p-8">{children}</div>
    </Card>
  )
}
