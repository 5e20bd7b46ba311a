import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { ReportDialog } from './report-dialog.tsx'
import { useBlock, useLeaveBlocked, useUnblock } from './use-block.ts'

type Member = Pick<MemberProfile, 'id' | 'name' | 'gender' | 'isBlocked'>

/** Block and report, for the menus of profile and conversation (MOD-4, MOD-5): entries and dialogs. */
export function useMemberActions({ id, name, gender, isBlocked }: Member) {
  const t = useTranslations('moderation')
  const common = useTranslations('common')
  const [question, setQuestion] = useState<'block' | 'report' | null>(null)
  // Each report starts with an empty form.
  const [reports, setReports] = useState(0)
  const close = () => setQuestion(null)
  const leaveBlocked = useLeaveBlocked()
  const { block, unblock } = useBlocking({ id, name, gender }, close)

  const items: MenuItem[] = [
    isBlocked
      ? { kind: 'action', label: t('unblock', { name }), icon: <Ban />, onSelect: () => unblock.mutate(id) }
      : {
          kind: 'action',
          label: t('block', { name }),
          icon: <Ban />,
          tone: 'danger',
          onSelect: () => setQuestion('block'),
        },
    {
      kind: 'action',
      label: t('report', { name }),
      icon: <Flag />,
      tone: 'danger',
      onSelect: () => {
        setReports((count) => count + 1)
        setQuestion('report')
      },
    },
  ]
  const dialogs = (
    <>
      <AlertDialog
        open={question === 'block'}
        onOpenChange={close}
        title={t('ask.title', { name })}
        description={t('ask.text', { name })}
        confirmLabel={t('ask.confirm')}
        cancelLabel={common('cancel')}
        tone="danger"
        isPending={block.isPending}
        onConfirm={() => block.mutate(id)}
      />
      <ReportDialog
        key={`${id} ${reports}`}
        member={{ id, name, gender }}
        open={question === 'report'}
        onOpenChange={close}
        onBlocked={() => void leaveBlocked()}
      />
    </>
  )
  return { items, dialogs }
}

/** Blocks and unblocks, with a message about each. */
function useBlocking({ id, name, gender }: Omit<Member, 'isBlocked'>, onBlocked: () => void) {
  const t = useTranslations('moderation')
  const toast = useToast()
  const unblock = useUnblock({
    onUnblocked: () => toast.show({ tone: 'success', title: t('unblocked', { name, gender }) }),
  })
  const block = useBlock({
    onBlocked() {
      toast.show({
        tone: 'success',
        title: t('blocked', { name, gender }),
        // Not 'undo': what the block has removed does not come back.
        action: { label: t('unblockShort'), onPress: () => unblock.mutate(id) },
      })
      onBlocked()
    },
  })
  return { block, unblock }
}
