import { Copy, Flag, Languages, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Message } from '#contract/chat.ts'
import { reactions } from '#contract/gifts.ts'
import { MESSAGE_DELETE_MS } from '#contract/limits.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useNow } from '#web/i18n/now.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { useFeed } from './feed-context.tsx'
import { messageActions } from './message-actions.ts'
import { translationApis } from './translation.ts'

interface Input {
  message: Message
  isMine: boolean
  onTranslate: () => void
}

/** The entries of the menu of a message: what this viewer can do with it now. */
export function useMessageMenu({ message, isMine, onTranslate }: Input): MenuItem[] {
  const t = useTranslations('conversation.menu')
  const now = useNow()
  const toast = useToast()
  const showError = useErrorToast()
  const { conversation, onReply, onReact, onDelete, onReport } = useFeed()
  const actions = messageActions(message, {
    isMine,
    rejection: conversation.rejection,
    ageMs: now.getTime() - Date.parse(message.sentAt),
    deleteMs: MESSAGE_DELETE_MS,
    canTranslate: typeof window !== 'undefined' && translationApis(window) !== null,
  })
  async function copy() {
    if (!('body' in message)) return
    try {
      await navigator.clipboard.writeText(message.body)
      toast.show({ tone: 'success', title: t('copied') })
    } catch (error) {
      showError(error)
    }
  }
  const own = isMine ? message.reactions.sender : message.reactions.receiver
  const items: Record<(typeof actions)[number], MenuItem[]> = {
    react: [
      {
        kind: 'choice',
        isRow: true,
        label: t('react'),
        options: reactions.map((value) => ({ value, label: value })),
        value: own ?? '',
        onValueChange: (value) => onReact(message, reactions.find((each) => each === value) ?? null),
      },
    ],
    unreact: [{ kind: 'action', label: t('unreact'), icon: <SmilePlus />, onSelect: () => onReact(message, null) }],
    reply: [{ kind: 'action', label: t('reply'), icon: <Reply />, onSelect: () => onReply(message) }],
    copy: [{ kind: 'action', label: t('copy'), icon: <Copy />, onSelect: () => void copy() }],
    translate: [{ kind: 'action', label: t('translate'), icon: <Languages />, onSelect: onTranslate }],
    delete: [
      { kind: 'action', label: t('delete'), icon: <Trash2 />, tone: 'danger', onSelect: () => onDelete(message) },
    ],
    report: [{ kind: 'action', label: t('report'), icon: <Flag />, tone: 'danger', onSelect: () => onReport(message) }],
  }
  return actions.flatMap((action) => items[action])
}
