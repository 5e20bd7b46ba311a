import { useTranslations } from 'use-intl'
import { photoUrl } from '#contract/profiles.ts'
import type { ChatPartner } from '#contract/chat.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'

/** Invites the viewer to write the first message of a conversation. */
export function ConversationStarter({ profile }: { profile: ChatPartner }) {
  const t = useTranslations('chat.first')
  return (
    <div className="grid min-h-0 grow place-items-center overflow-y-auto p-6 text-center">
      <div>
        <Avatar
          name={profile.name}
          src={profile.photo && photoUrl(profile.photo.id, 'tile')}
          thumbhash={profile.photo?.thumbhash}
          size="xl"
          isDecorative
        />
        <p className="mt-4 text-xl font-bold">{t(profile.isMatch ? 'match' : 'title', { name: profile.name })}</p>
        <p className="mt-1 text-text-muted">{t('text')}</p>
      </div>
    </div>
  )
}
