import type { Language } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { getPageText } from '#contract/pages/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** The text of a static page. It does not change while a tab is open. */
export const pageTextQuery = (input: { page: PageName; language: Language }) => ({
  ...apiQuery(getPageText, { params: { page: input.page }, query: { language: input.language } }),
  staleTime: 'static' as const,
})
