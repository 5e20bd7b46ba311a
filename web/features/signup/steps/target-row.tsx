import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

interface Props {
  target: ProfileCard
  message: string
}

/** The member from whose profile the visitor signs up, above each question after the message. */
export function TargetRow({ target, message }: Props) {
  const t = useTranslations('signup')
  const { name, photo } = target
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} src={photo && photoUrl(photo.id, 'tile')} preview={photo?.preview} size="sm" isDecorative />
      <p className="min-w-0 text-text-muted wrap-anywhere">
        {t(message.trim() === '' ? 'toWriteTo' : 'matches.messageWaits', { name })}
      </p>
      <FictionalLabel member={target} />
    </div>
  )
}
