import type { MemberState } from '#contract/operator/members/member-states.ts'
import type { ListedMember } from '#contract/operator/members/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Badge } from '#web/ui/elements/badge.tsx'

const columns: Column<ListedMember>[] = [
  { id: 'name', header: () => <Heading name="name" />, cell: ({ row }) => row.original.name },
  { id: 'email', header: () => <Heading name="email" />, cell: ({ row }) => row.original.email },
  { id: 'state', header: () => <Heading name="state" />, cell: ({ row }) => <MemberBadges {...row.original} /> },
  { id: 'country', header: () => <Heading name="country" />, cell: ({ row }) => <Country {...row.original} /> },
  { id: 'site', header: () => <Heading name="site" />, cell: ({ row }) => row.original.site },
  { id: 'at', header: () => <Heading name="createdAt" />, cell: ({ row }) => <When at={row.original.createdAt} /> },
]

/** Members that a search found. */
export function MemberTable({ members }: { members: readonly ListedMember[] }) {
  const t = useTranslations('operator-members')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={members}
      rowId={({ id }) => id}
      rowPath={({ id }) => `/operator/members/${id}`}
      empty={t('noMembers')}
    />
  )
}

function Heading({ name }: { name: 'name' | 'email' | 'state' | 'country' | 'site' | 'createdAt' }) {
  const t = useTranslations('operator-members.columns')
  return t(name)
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

function Country({ country }: ListedMember) {
  const countryName = useCountryName()
  return countryName(country)
}
