import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import Languages from 'lucide-react/icons/languages'
import Reply from 'lucide-react/icons/reply'
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/schemas.ts'
import { reactions } from '#contract/chat/gifts.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import { messageActions } from './message-actions.ts'
import { ReactionImage } from './reaction-image.tsx'
import { reactionNames } from './reaction-names.ts'
import { translationApis } from './translation.ts'

interface Input {
  message: Message
  isMine: boolean
  /** It can still be deleted for both sides. */
  isRecent: boolean
  onTranslate: () => void
}

/** Makes the entries of the menu of a message: what this viewer can do with it. Null if that is nothing. */
export function useMessageMenu({ message, isMine, isRecent, onTranslate }: Input): (() => MenuItem[]) | null {
  const t = useTranslations('chat-conversation.menu')
  const nameT = useTranslations('chat-conversation.reactions.names')
  const toast = useToast()
  const showError = useErrorToast()
  const { rejection, onReply, onReact, onDelete, onReport } = useFeed()
  const actions = messageActions(message, {
    isMine,
    rejection,
    isRecent,
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
  if (actions.length === 0) return null
  const own = isMine ? message.reactions.sender : message.reactions.receiver
  return () => {
    const items: Record<(typeof actions)[number], MenuItem[]> = {
      react: [
        {
          kind: 'choice',
          isRow: true,
          label: t('react'),
          options: reactions.map((value) => ({
            value,
            label: nameT(reactionNames[value]),
            image: <ReactionImage reaction={value} className="size-7" />,
          })),
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
      report: [
        { kind: 'action', label: t('report'), icon: <Flag />, tone: 'danger', onSelect: () => onReport(message) },
      ],
    }
    return actions.flatMap((action) => items[action])
  }
}
