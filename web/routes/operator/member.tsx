import { useParams, useSearchParams } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { MemberActs } from '#web/features/operator/members/member-acts.tsx'
import { MemberAccount } from '#web/features/operator/members/member-account.tsx'
import { MemberLedger } from '#web/features/operator/members/member-ledger.tsx'
import { MemberLists } from '#web/features/operator/members/member-lists.tsx'
import { MemberMessages } from '#web/features/operator/members/member-messages.tsx'
import { MemberBadges } from '#web/features/operator/members/member-table.tsx'
import { memberFileQuery, memberLedgerQuery } from '#web/features/operator/members/queries.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import type { Route } from './+types/member'

const load = loading(async ({ query, request, params: { memberId } }: Loading<Route.LoaderArgs>) => {
  const { searchParams } = new URL(request.url)
  await Promise.all([query(memberFileQuery(memberId)), query(memberLedgerQuery(memberId, searchParams))])
})
export const loader = load
export const clientLoader = load

/** All that support needs to know of a member (OPER-9). */
export default function MemberPage() {
  const t = useTranslations('operator-members')
  const { memberId = '' } = useParams()
  const [search] = useSearchParams()
  const member = useLoaded(memberFileQuery(memberId))
  const { entries, next } = useLoaded(memberLedgerQuery(memberId, search))
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={member.name} />
      <div className="flex flex-wrap items-center gap-2">
        <MemberBadges {...member} />
        {member.isFictional && <Badge>{t('fictional')}</Badge>}
        {may('audit.see') && (
          <Link
            to={`/operator/audit?subjectKind=member&subject=${member.id}`}
            className="target text-sm font-semibold text-accent-text underline"
          >
            {t('openAudit')}
          </Link>
        )}
      </div>
      <MemberAccount member={member} />
      <MemberActs member={member} />
      <MemberLists member={member} />
      <MemberLedger entries={entries} next={next} />
      {may('messages.read') && <MemberMessages key={member.id} memberId={member.id} name={member.name} />}
    </>
  )
}
