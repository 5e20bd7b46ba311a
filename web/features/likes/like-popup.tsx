import MessageCircle from 'lucide-react/icons/message-circle'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { Portrait } from './portrait.tsx'
import { startConversation } from './start-conversation.ts'

/** The like modal (LIKE-5): a member who likes the viewer, or a fictional profile, which likes no one. */
export function LikePopup({ profile, onClose }: { profile: ProfileCard; onClose: () => void }) {
  const t = useTranslations('likes')
  const { id, name, isFictional, photo } = profile
  const title = t(isFictional ? 'autoLike.fictional' : 'autoLike.title', { name })
  return (
    <AnnouncementDialog isMoment title={title} onClose={onClose}>
      <div className="flex min-h-full flex-col items-center justify-center gap-6 py-4 text-center text-on-accent">
        <Portrait
          side="alone"
          name={name}
          src={photo && photoUrl(photo.id, 'tile')}
          preview={photo?.preview ?? null}
          profile={{ id, label: t('match.profile', { name }), onOpen: onClose }}
        />
        <div>
          <p aria-hidden className="font-display text-4xl font-bold tracking-tight text-balance wrap-anywhere">
            {title}
          </p>
          <FictionalLabel member={profile} hasWarning />
        </div>
        <Button
          isWide
          variant="secondary"
          icon={<MessageCircle />}
          onClick={() => {
            startConversation(id)
            onClose()
          }}
          render={<Link to={href('/members/:id/chat', { id })} />}
        >
          {t('autoLike.chat')}
        </Button>
        <button type="button" onClick={onClose} className="min-h-11 font-semibold text-on-accent underline">
          {t('match.later')}
        </button>
      </div>
    </AnnouncementDialog>
  )
}
