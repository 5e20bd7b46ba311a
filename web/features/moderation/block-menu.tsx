import { Ban, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MemberProfile } from '#contract/profiles.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useBlock, useUnblock } from './use-block.ts'

/** Menu of a profile: block after a question, unblock at once (MOD-4). */
export function BlockMenu({
  member: { id, name, isBlocked },
}: {
  member: Pick<MemberProfile, 'id' | 'name' | 'isBlocked'>
}) {
  const t = useTranslations('moderation')
  const common = useTranslations('common')
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const block = useBlock({
    onBlocked() {
      toast.show({ tone: 'success', title: t('blocked', { name }) })
      setIsAsking(false)
    },
  })
  const unblock = useUnblock({
    onUnblocked: () => toast.show({ tone: 'success', title: t('unblocked', { name }) }),
  })

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
          isBlocked
            ? { kind: 'action', label: t('unblock', { name }), icon: <Ban />, onSelect: () => unblock.mutate(id) }
            : {
                kind: 'action',
                label: t('block', { name }),
                icon: <Ban />,
                tone: 'danger',
                onSelect: () => setIsAsking(true),
              },
        ]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('ask.title', { name })}
        description={t('ask.text', { name })}
        confirmLabel={t('ask.confirm')}
        cancelLabel={common('cancel')}
        tone="danger"
        isPending={block.isPending}
        onConfirm={() => block.mutate(id)}
      />
    </>
  )
}
