import Reply from 'lucide-react/icons/reply'
import { type Ref, useState, type ReactNode } from 'react'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { Intention } from './photo-caption.tsx'

interface Props {
  member: MemberProfile
  /** Default `h1`. */
  level?: 'h1' | 'h2'
  ref?: Ref<HTMLHeadingElement>
  className?: string
}

/**
 * Name, age, intention and what is noted about a member. On a phone the photo has the first three on it, and
 * that they are online: what is then only for screen readers takes no space.
 */
export function ProfileName({ member, level: Heading = 'h1', ref, className }: Props) {
  const t = useTranslations('profiles')
  const hasPhoto = member.photos[0]?.isLocked === false
  const isOnline = member.lastSeen === 'online'
  const hasBadges = (member.lastSeen && !isOnline) || member.isVerified || member.answersOften || member.isMatch
  return (
    <div className={cx('min-w-0', hasPhoto && 'max-md:contents', className)}>
      <Heading
        ref={ref}
        tabIndex={-1}
        dir="auto"
        className={cx('text-3xl font-bold wrap-anywhere', hasPhoto && 'max-md:sr-only')}
      >
        {member.name}, {member.age}
      </Heading>
      <Intention
        gender={member.gender}
        intention={member.intention}
        className={cx('mt-2 text-lg font-medium', hasPhoto && 'max-md:sr-only')}
      />
      <FictionalLabel member={member} hasWarning />
      {hasPhoto && isOnline && <p className="sr-only md:hidden">{t('tile.online')}</p>}
      <div
        className={cx(
          'mt-2 flex flex-wrap gap-2 empty:hidden',
          hasPhoto && !hasBadges && 'max-md:hidden',
          hasPhoto && 'max-md:mt-0',
        )}
      >
        <LastSeen member={member} className={cx(hasPhoto && isOnline && 'max-md:hidden')} />
        {member.isVerified && <Verified />}
        {member.answersOften && <AnswersOften name={member.name} />}
        {member.isMatch && <Badge tone="new">{t('isMatch')}</Badge>}
      </div>
    </div>
  )
}

/** The operator compared the photos with a selfie (PRO-36). */
function Verified() {
  const t = useTranslations('profiles.tile')
  const memberT = useTranslations('profiles-member')
  return (
    <ExplainedBadge
      icon={<span aria-hidden className="verified" />}
      label={t('verified')}
      meaning={memberT('verifiedMeaning')}
    />
  )
}

/** Most of those who wrote first got an answer (CHAT-30). */
function AnswersOften({ name }: { name: string }) {
  const t = useTranslations('profiles-member')
  return (
    <ExplainedBadge
      icon={<Reply aria-hidden />}
      label={t('answersOften')}
      meaning={t('answersOftenMeaning', { name })}
    />
  )
}

/** When the member was last active, in coarse steps; nothing where a mode hides it. */
function LastSeen({ member: { lastSeen }, className }: { member: Pick<MemberProfile, 'lastSeen'>; className: string }) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  if (lastSeen === null) return null
  if (lastSeen === 'online')
    return (
      <Badge tone="success" className={className}>
        {t('tile.online')}
      </Badge>
    )
  return <Badge tone="soft">{memberT(`seen.${lastSeen}`)}</Badge>
}

/** What is noted about a member. A press says what it means. */
function ExplainedBadge({ icon, label, meaning }: { icon: ReactNode; label: string; meaning: string }) {
  const common = useTranslations('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="target cursor-pointer rounded-full"
        onClick={() => setIsOpen(true)}
      >
        <Badge tone="soft">
          {icon}
          {label}
        </Badge>
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={label} closeLabel={common('close')} size="sm">
        <p>{meaning}</p>
      </Dialog>
    </>
  )
}
