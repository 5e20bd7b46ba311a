import X from 'lucide-react/icons/x'
import type { Message } from '#contract/chat/schemas.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  message: Message
  partner: { id: string; name: string }
  onEnd: () => void
}

/** Above the field: the message that is being answered. */
export function ReplyTarget({ message, partner, onEnd }: Props) {
  const t = useTranslations('chat-conversation')
  const summary = useMessageSummary()
  return (
    <div className="flex items-center gap-2 border-t border-line bg-surface ps-4 pe-2 pt-2">
      <div className="min-w-0 grow border-s-4 border-accent ps-2 text-sm">
        <p className="font-semibold text-accent-text">
          {message.senderId === partner.id ? t('replyTo', { name: partner.name }) : t('replyToOwn')}
        </p>
        <p dir="auto" className="truncate text-text-muted">
          {summary(message)}
        </p>
      </div>
      <IconButton label={t('replyCancel')} size="sm" onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
