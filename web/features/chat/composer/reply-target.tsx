import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { Message } from '#contract/chat/schemas.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { ProfileQuoteBox } from '#web/features/chat/message/profile-quote.tsx'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface ReplyProps {
  message: Message
  partner: { id: string; name: string }
  onEnd: () => void
}

/** Above the field: the message that is being answered. */
export function ReplyTarget({ message, partner, onEnd }: ReplyProps) {
  const t = useTranslations('chat-conversation')
  const summary = useMessageSummary()
  return (
    <Target endLabel={t('replyCancel')} onEnd={onEnd}>
      <div className="min-w-0 grow border-s-4 border-accent ps-2 text-sm">
        <p className="font-semibold text-accent-text">
          {message.senderId === partner.id ? t('replyTo', { name: partner.name }) : t('replyToOwn')}
        </p>
        <p dir="auto" className="truncate text-text-muted">
          {summary(message)}
        </p>
      </div>
    </Target>
  )
}

interface QuoteProps {
  quote: ProfileQuote
  name: string
  onEnd: () => void
}

/** Above the field: the part of the profile that the next message is about. */
export function QuoteTarget({ quote, name, onEnd }: QuoteProps) {
  const t = useTranslations('chat-conversation.quote')
  return (
    <Target endLabel={t('cancel')} onEnd={onEnd}>
      <ProfileQuoteBox quote={quote} ownerName={name} className="min-w-0 grow" />
    </Target>
  )
}

function Target({ endLabel, onEnd, children }: { endLabel: string; onEnd: () => void; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-t border-line bg-surface ps-4 pe-2 pt-2">
      {children}
      <IconButton label={endLabel} size="sm" onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
