import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/schemas.ts'
import { SECOND } from '#contract/time.ts'

/** Returns a function that puts a message in a line: for quotes, and for what screen readers announce. */
export function useMessageSummary() {
  const t = useTranslations('chat-conversation')
  return (message: Message | undefined) => {
    switch (message?.kind) {
      case undefined:
        return t('summary.unknown')
      case 'text':
        return message.body
      case 'photo':
        return t('summary.photo')
      case 'gift':
        return t('summary.gift', { gift: t(`gifts.${message.gift}`) })
      case 'voice':
        return t('summary.voice', { seconds: Math.max(1, Math.round(message.voice.durationMs / SECOND)) })
      case 'date':
        return t('summary.date', { place: message.place })
      case 'system':
        return t('summary.notice')
      case 'deleted':
        return t('deleted')
    }
  }
}
