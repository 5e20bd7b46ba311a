import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/accounts.ts'
import { photoUrl, type ProfileCard } from '#contract/profiles.ts'
import { FictionalLabel } from '#web/features/profiles/fictional-label.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Confetti } from './confetti.tsx'

interface Props {
  user: User
  profile: ProfileCard
  onClose: () => void
  /** The form for a first message. */
  children: ReactNode
}

/** Shows both members' photos moving together, and a form for the first message. */
export function MatchPopup({ user, profile, onClose, children }: Props) {
  const t = useTranslations('likes')
  const common = useTranslations('common')
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('match.title')}
      isTitleHidden
      closeLabel={common('close')}
      size="sm"
      className="bg-signature"
    >
      <Confetti />
      <div className="relative flex flex-col items-center gap-6 py-4 text-center text-on-accent">
        <Portraits user={user} profile={profile} />
        <div>
          <p aria-hidden className="text-4xl font-bold">
            {t('match.title')}
          </p>
          <p className="mt-2 text-lg">{t('match.text', { name: profile.name })}</p>
          <FictionalLabel member={profile} hasWarning />
        </div>
        {children}
        <button type="button" onClick={onClose} className="min-h-11 font-semibold text-on-accent underline">
          {t('match.later')}
        </button>
      </div>
    </Dialog>
  )
}

function Portraits({ user, profile }: Pick<Props, 'user' | 'profile'>) {
  const image = user.profile.main_image
  return (
    <div className="relative flex">
      <Portrait side="left" name={user.profile.name} src={image?.match ?? null} thumbhash={image?.thumbhash ?? null} />
      <Portrait
        side="right"
        name={profile.name}
        src={profile.photo && photoUrl(profile.photo.id, 'tile')}
        thumbhash={profile.photo?.thumbhash ?? null}
      />
      <span className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-surface-raised text-secondary-text shadow-floating motion-safe:animate-pop">
        <Heart aria-hidden className="size-8 fill-current" />
      </span>
    </div>
  )
}

const portraitVariants = {
  left: '-rotate-5 motion-safe:animate-enter-left',
  right: 'rotate-5 motion-safe:animate-enter-right',
}

interface PortraitProps {
  side: keyof typeof portraitVariants
  name: string
  src: string | null
  thumbhash: string | null
}

function Portrait({ side, ...avatar }: PortraitProps) {
  return (
    <div className={`-mx-2 rounded-full ring-4 ring-on-accent ${portraitVariants[side]}`}>
      <Avatar {...avatar} size="2xl" />
    </div>
  )
}
