import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { SafetyLink } from './safety/safety-link.tsx'
import { useMemberActions } from './use-member-actions.tsx'
import { useUnblock } from './use-block.ts'

/** On a profile: the link to the safety page, and a menu that blocks, unblocks and reports. */
export function BlockMenu({ member }: { member: Pick<MemberProfile, 'id' | 'name' | 'gender' | 'isBlocked'> }) {
  const common = useTranslations('common')
  const { items, dialogs } = useMemberActions(member)
  return (
    // On a phone it lies on the photo.
    <div className="flex shrink-0 max-md:gap-2 max-md:*:bg-shade/55 max-md:*:text-on-shade max-md:*:backdrop-blur-sm max-md:*:hover:bg-shade/75">
      <SafetyLink />
      <Menu
        label={common('more')}
        trigger={
          <IconButton label={common('more')}>
            <EllipsisVertical />
          </IconButton>
        }
        items={items}
      />
      {dialogs}
    </div>
  )
}

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
