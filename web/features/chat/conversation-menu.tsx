import { EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useDeleteChat } from './use-delete-chat.ts'

interface Props {
  conversationId: string
  partnerName: string
}

/** Menu of a conversation: delete, after a question. */
export function ConversationMenu({ conversationId, partnerName }: Props) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const deleteChat = useDeleteChat()
  return (
    <>
      <Menu
        label={common('more')}
        trigger={
          <IconButton label={common('more')}>
            <EllipsisVertical />
          </IconButton>
        }
        items={[
          {
            kind: 'action',
            label: t('delete.action'),
            icon: <Trash2 />,
            tone: 'danger',
            onSelect: () => setIsAsking(true),
          },
        ]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('delete.title')}
        description={t('delete.text', { name: partnerName })}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false)
          deleteChat(conversationId)
        }}
      />
    </>
  )
}
