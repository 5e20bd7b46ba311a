import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/profiles.ts'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useUnblock } from './use-block.ts'

/** Says on the profile of a member that the viewer has blocked why it is empty, and offers to unblock. */
export function BlockedNotice({
  member: { id, name, gender },
}: {
  member: Pick<MemberProfile, 'id' | 'name' | 'gender'>
}) {
  const t = useTranslations('moderation')
  const viewerGender = useViewerGender()
  const toast = useToast()
  const unblock = useUnblock({
    onUnblocked: () => toast.show({ tone: 'success', title: t('unblocked', { name, gender }) }),
  })
  return (
    <Alert
      actions={
        <Button size="sm" variant="outline" isPending={unblock.isPending} onClick={() => unblock.mutate(id)}>
          {t('unblock', { name })}
        </Button>
      }
    >
      {t('isBlocked', { name, viewerGender })}
    </Alert>
  )
}
