import { useSearchParams } from 'react-router'
import { OPERATOR_SEARCH_MAX_LENGTH } from '#contract/limits.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { MemberTable } from '#web/features/operator/members/member-table.tsx'
import { membersQuery } from '#web/features/operator/members/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Route } from './+types/members'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await query(membersQuery(new URL(request.url).searchParams))
})
export const loader = load
export const clientLoader = load

/** Finds members (OPER-9). */
export default function MembersPage() {
  const t = useTranslations('operator-members')
  const [search] = useSearchParams()
  const { members, next } = useLoaded(membersQuery(search))
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <FilterBar>
        <Field label={t('search.label')} description={t('search.help')} className="w-full sm:w-100">
          <TextInput
            name="q"
            type="search"
            defaultValue={search.get('q') ?? ''}
            maxLength={OPERATOR_SEARCH_MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </FilterBar>
      <MemberTable members={members} />
      <ListPages next={next} />
    </>
  )
}
