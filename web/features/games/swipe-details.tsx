import { useQuery } from '@tanstack/react-query'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import { ProfileDetails } from '#web/features/profiles/profile-details.tsx'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { AnswerCard } from '#web/features/profiles/story/answer-card.tsx'
import { Intention } from '#web/features/profiles/story/photo-caption.tsx'
import { Chip } from '#web/ui/elements/chip.tsx'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { useReasonTexts } from './use-reason-texts.ts'

interface Props {
  card: SuggestedMember
  /** The card below: its member is loaded before it is on top. */
  next: SuggestedMember | undefined
}

/**
 * Beside the card on a wide screen: all reasons why the member is suggested, and what the profile says. A
 * press on the card opens the profile, which is loaded by then.
 */
export function SwipeDetails({ card, next }: Props) {
  const isWide = useMediaQuery(breakpoints.lg)
  const reasonTexts = useReasonTexts()
  const member = useQuery({ ...memberQuery(card.id), enabled: isWide }).data?.member
  useQuery({ ...memberQuery(next?.id ?? ''), enabled: isWide && next !== undefined })
  const [answer] = member?.answers ?? []
  const shared = card.reasons.flatMap((reason) => (reason.kind === 'interests' ? reason.interests : []))
  return (
    <section
      aria-label={`${card.name}, ${card.age}`}
      className="relative hidden min-h-96 flex-col gap-6 self-start rounded-lg bg-surface-raised p-8 shadow-raised lg:flex"
    >
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {reasonTexts(card).map(({ kind, text }) => (
          <li key={kind}>
            <Chip isMarked>{text}</Chip>
          </li>
        ))}
      </ul>
      {member && (
        <>
          <Intention gender={member.gender} intention={member.intention} className="text-lg font-medium" />
          {answer && <AnswerCard answer={answer} replyTo={null} />}
          <ProfileDetails member={member} ownInterests={shared} />
        </>
      )}
    </section>
  )
}
