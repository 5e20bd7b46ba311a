import { useTranslations } from '#web/i18n/intl.tsx'
import type { ChatPartner, Conversation } from '#contract/chat/chat.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { HelpButton } from './help-button.tsx'
import { helpByRejection } from './sending-help.ts'

interface Props {
  rejection: NonNullable<Conversation['rejection']>
  profile: ChatPartner
}

/** In place of the field: why nothing can be sent, and the button that helps. */
export function CannotSend({ rejection, profile }: Props) {
  const t = useTranslations('chat.cannotSend')
  return (
    <div className="flex flex-col items-center gap-3 border-t border-line px-4 pt-4 pb-[max(--spacing(4),env(safe-area-inset-bottom))] text-center">
      <p className="text-text-muted">
        {t(rejection, { name: profile.name, gender: profile.gender, count: FREE_CONVERSATIONS })}
      </p>
      <HelpButton help={helpByRejection[rejection]} profile={profile} />
    </div>
  )
}
