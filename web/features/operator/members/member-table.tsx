import type { MemberState } from '#contract/operator/members/member-states.ts'
import type { ListedMember } from '#contract/operator/members/schemas.ts'
import { Country } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'

const columns = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  state: MemberBadges,
  country: Country,
  site: ({ site }) => site,
  createdAt: ({ createdAt }) => <When at={createdAt} />,
} satisfies Columns<ListedMember>

/** Members that a search found. */
export function MemberTable({ members }: { members: readonly ListedMember[] }) {
  const t = useTranslations('operator-members')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      heading={(name) => t(`columns.${name}`)}
      rows={members}
      rowId={({ id }) => id}
      rowPath={({ id }) => `/operator/members/${id}`}
      empty={t('noMembers')}
    />
  )
}

const tones = {
  active: 'success',
  unconfirmed: 'warning',
  paused: 'plain',
  deleted: 'plain',
  disabled: 'danger',
} as const

/** State of an account, and whether it is premium. */
export function MemberBadges({ state, isPremium }: { state: MemberState; isPremium: boolean }) {
  const t = useTranslations('operator-members')
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {isPremium && <Badge tone="soft">{t('premium')}</Badge>}
    </span>
  )
}
