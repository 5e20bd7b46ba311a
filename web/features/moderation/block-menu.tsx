import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/profiles.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useMemberActions } from './use-member-actions.tsx'

/** Menu of a profile: block after a question, unblock at once, report. */
export function BlockMenu({ member }: { member: Pick<MemberProfile, 'id' | 'name' | 'gender' | 'isBlocked'> }) {
  const common = useTranslations('common')
  const { items, dialogs } = useMemberActions(member)
  return (
    <>
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
    </>
  )
}
