import Heart from 'lucide-react/icons/heart'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Confetti } from '#web/ui/media/confetti.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { Portrait } from './portrait.tsx'

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
  return (
    <AnnouncementDialog isMoment title={t('match.title')} onClose={onClose}>
      <Confetti ground="signature" />
      <div className="relative flex min-h-full flex-col items-center justify-center gap-6 py-4 text-center text-on-accent">
        <Portraits user={user} profile={profile} onOpen={onClose} />
        <div>
          <p aria-hidden className="font-display text-5xl font-bold tracking-tight text-balance">
            {t('match.title')}
          </p>
          <p className="mt-2 text-lg text-balance wrap-anywhere">{t('match.text', { name: profile.name })}</p>
          <FictionalLabel member={profile} hasWarning />
        </div>
        {children}
        <button type="button" onClick={onClose} className="min-h-11 font-semibold text-on-accent underline">
          {t('match.later')}
        </button>
      </div>
    </AnnouncementDialog>
  )
}

function Portraits({ user, profile, onOpen }: Pick<Props, 'user' | 'profile'> & { onOpen: () => void }) {
  const t = useTranslations('likes')
  const image = user.profile.main_image
  return (
    <div className="relative flex">
      <Portrait side="left" name={user.profile.name} src={image?.match ?? null} preview={image?.preview ?? null} />
      <Portrait
        side="right"
        name={profile.name}
        src={profile.photo && photoUrl(profile.photo.id, 'tile')}
        preview={profile.photo?.preview ?? null}
        profile={{ id: profile.id, label: t('match.profile', { name: profile.name }), onOpen }}
      />
      <span className="pointer-events-none absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-surface-raised text-secondary-text shadow-floating motion-safe:animate-pop">
        <Heart aria-hidden className="size-8 fill-current" />
      </span>
    </div>
  )
}
