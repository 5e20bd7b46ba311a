import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/chat.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'

/** The reactions of the two members to a message. */
export function MessageReactions({ message: { senderId, reactions } }: { message: Message }) {
  const t = useTranslations('conversation.reactions')
  const { ownId, partner } = useFeed()
  const isMine = senderId === ownId
  const own = isMine ? reactions.sender : reactions.receiver
  const partners = isMine ? reactions.receiver : reactions.sender
  if (!own && !partners) return null
  return (
    <ul aria-label={t('label')} className="-mt-2.5 mb-0.5 flex gap-1 px-2">
      {partners && <Reaction emoji={partners} label={t('partner', { name: partner.name, emoji: partners })} />}
      {own && <Reaction emoji={own} label={t('own', { emoji: own })} />}
    </ul>
  )
}

function Reaction({ emoji, label }: { emoji: string; label: string }) {
  return (
    <li className="z-1 rounded-full border border-line bg-surface-raised px-1.5 py-0.5 text-sm leading-none">
      <span role="img" aria-label={label}>
        {emoji}
      </span>
    </li>
  )
}
