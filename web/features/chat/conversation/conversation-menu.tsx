import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation } from '#contract/chat/chat.ts'
import { useMemberActions } from '#web/features/moderation/use-member-actions.tsx'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useDeleteChat } from '#web/features/chat/list/use-delete-chat.ts'

interface Props {
  conversation: Pick<Conversation, 'id' | 'profile' | 'lastSeq'>
  isBlocked: boolean
}

/** Menu of a conversation: delete or block, each after a question, and report. */
export function ConversationMenu({ conversation: { id, profile, lastSeq }, isBlocked }: Props) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const deleteChat = useDeleteChat()
  const { items, dialogs } = useMemberActions({ ...profile, isBlocked })
  const deletion: MenuItem = {
    kind: 'action',
    label: t('delete.action'),
    icon: <Trash2 />,
    tone: 'danger',
    onSelect: () => setIsAsking(true),
  }
  return (
    <>
      <Menu
        label={common('more')}
        trigger={
          <IconButton label={common('more')}>
            <EllipsisVertical />
          </IconButton>
        }
        items={id === null ? items : [deletion, ...items]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('delete.title')}
        description={t('delete.text', { name: profile.name })}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false)
          if (id !== null) deleteChat({ conversation: id, seq: lastSeq })
        }}
      />
      {dialogs}
    </>
  )
}
