import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { getConversation, getConversationWith } from '#contract/chat.ts'
import { blockProfile, unblockProfile } from '#contract/moderation.ts'
import type { MemberProfile } from '#contract/profiles.ts'
import { getSimilarMembers, searchMembers } from '#contract/search.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Block behind a menu, after a question; unblock at once. */
export function BlockMenu({ member }: { member: Pick<MemberProfile, 'id' | 'name' | 'isBlocked'> }) {
  const t = useTranslations('moderation')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const { name } = member

  const change = useMutation({
    mutationFn: (wish: 'block' | 'unblock') =>
      call(wish === 'block' ? blockProfile : unblockProfile, { params: { profileId: member.id } }),
    onSuccess: async (_reply, wish) => {
      toast.show({ tone: 'success', title: t(wish === 'block' ? 'blocked' : 'unblocked', { name }) })
      setIsAsking(false)
      // Lists, chats and likes show this member no more, or again.
      if (wish === 'block') {
        for (const endpoint of [searchMembers, getSimilarMembers, getConversation, getConversationWith]) {
          queryClient.removeQueries({ queryKey: apiQueryKey(endpoint), type: 'inactive' })
        }
        await navigate(href('/members'))
      }
      await queryClient.invalidateQueries()
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
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
          member.isBlocked
            ? { kind: 'action', label: t('unblock', { name }), icon: <Ban />, onSelect: () => change.mutate('unblock') }
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
        isPending={change.isPending}
        onConfirm={() => change.mutate('block')}
      />
    </>
  )
}
