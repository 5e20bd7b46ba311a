import { Heart } from 'lucide-react'
import { motion, useReducedMotion } from 'motion/react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/accounts.ts'
import { photoUrl, type ProfileCard } from '#contract/profiles.ts'
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
      <Portrait from={-80} name={user.profile.name} src={image?.match ?? null} thumbhash={image?.thumbhash ?? null} />
      <Portrait
        from={80}
        name={profile.name}
        src={profile.photo && photoUrl(profile.photo.id, 'tile')}
        thumbhash={profile.photo?.thumbhash ?? null}
      />
      <motion.span
        initial={{ scale: 0 }}
        animate={{ scale: 1 }}
        transition={{ type: 'spring', delay: 0.35, bounce: 0.6 }}
        className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-surface-raised text-secondary-text shadow-floating"
      >
        <Heart aria-hidden className="size-8 fill-current" />
      </motion.span>
    </div>
  )
}

function Portrait({ from, ...avatar }: { from: number; name: string; src: string | null; thumbhash: string | null }) {
  const isStill = useReducedMotion()
  return (
    <motion.div
      initial={isStill ? false : { x: from, opacity: 0, rotate: from / 8 }}
      animate={{ x: 0, opacity: 1, rotate: from / 16 }}
      transition={{ type: 'spring', bounce: 0.35, duration: 0.8 }}
      className="-mx-2 rounded-full ring-4 ring-on-accent"
    >
      <Avatar {...avatar} size="2xl" />
    </motion.div>
  )
}
