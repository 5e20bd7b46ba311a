import { getMember, listMemberLedger, listMembers } from '#contract/operator/members/calls.ts'
import { apiQuery } from '#web/api/queries.ts'
import { filtersOf } from '#web/features/operator/ui/list-pages.tsx'

/** Query of a page of members, by the text and place in a URL. */
export const membersQuery = (search: URLSearchParams) =>
  apiQuery(listMembers, { query: filtersOf(search, ['q', 'before']) })

/** Query of what support needs to know of a member. */
export const memberFileQuery = (memberId: string) => apiQuery(getMember, { params: { memberId } })

/** Query of a page of the changes of a member's balance. */
export const memberLedgerQuery = (memberId: string, search: URLSearchParams) =>
  apiQuery(listMemberLedger, { params: { memberId }, query: filtersOf(search, ['before']) })
