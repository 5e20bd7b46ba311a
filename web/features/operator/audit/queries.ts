import { auditActs, auditSubjects } from '#contract/operator/acts.ts'
import { listAudit, verifyAudit } from '#contract/operator/audit/calls.ts'
import { apiQuery } from '#web/api/queries.ts'
import { filtersOf } from '#web/features/operator/ui/list-pages.tsx'

const names = ['actor', 'act', 'subjectKind', 'subject', 'before'] as const

/** Returns the filters of the log in a URL; those that the contract does not know are left out. */
export function auditFilters(search: URLSearchParams) {
  const { act, subjectKind, ...others } = filtersOf(search, names)
  return {
    ...others,
    act: auditActs.find((each) => each === act),
    subjectKind: auditSubjects.find((each) => each === subjectKind),
  }
}

/** Query of a page of the audit log. */
export const auditQuery = (search: URLSearchParams) => apiQuery(listAudit, { query: auditFilters(search) })

/** Query of the check of its hashes. */
export const chainQuery = () => apiQuery(verifyAudit, {})
