import X from 'lucide-react/icons/x'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { ProfileQuoteBox } from '#web/features/chat/message/profile-quote.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  quote: ProfileQuote
  name: string
  onEnd: () => void
}

/** Above the field: the part of the profile that the next message is about. */
export function QuoteTarget({ quote, name, onEnd }: Props) {
  const t = useTranslations('chat-conversation.quote')
  return (
    <div className="flex items-center gap-2 border-t border-line bg-surface ps-4 pe-2 pt-2">
      <ProfileQuoteBox quote={quote} ownerName={name} className="min-w-0 grow" />
      <IconButton label={t('cancel')} size="sm" onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
