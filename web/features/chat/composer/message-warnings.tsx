import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/schemas.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import { warningsOf } from './warning-rules.ts'

/** Warns the receiver of a first message that asks for money or leads away from the site (CHAT-24). */
export function MessageWarnings({ message }: { message: Extract<Message, { kind: 'text' }> }) {
  const t = useTranslations('conversation.warnings')
  const { partner, onReport } = useFeed()
  const [first] = warningsOf(message.body)
  if (!first) return null
  return (
    // A region of the page would need a name of its own for each message.
    <div
      role="note"
      aria-label={t('label')}
      className="flex max-w-full items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-text"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <div className="min-w-0">
        <p>{t(first, { name: partner.name, gender: partner.gender })}</p>
        <button type="button" className="min-h-9 font-semibold underline" onClick={() => onReport(message)}>
          {t('report')}
        </button>
      </div>
    </div>
  )
}
