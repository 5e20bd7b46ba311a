import type { LoaderFunctionArgs } from 'react-router'
import { textLanguage } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { HOUR } from '#contract/time.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { pageTextQuery } from '#web/features/pages/queries.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { pageContext } from '#web/shell/document/page.ts'

/** Static pages are the same for all visitors of a kind. */
export const sharedPage: PageLayout = { sharedMs: HOUR }

/** Fetches the text of a static page in the language of the visitor. */
export function loadPageText(page: PageName, { context, query }: Loading<LoaderFunctionArgs>) {
  const language = import.meta.env.SSR
    ? textLanguage(context.get(pageContext).language)
    : textLanguage(document.documentElement.lang)
  return query(pageTextQuery({ page, language }))
}

/** Makes the loader of a static page, which may load more. */
export function loadingPage(page: PageName, more?: (args: Loading<LoaderFunctionArgs>) => Promise<unknown>) {
  return loading((args: Loading<LoaderFunctionArgs>) => Promise.all([loadPageText(page, args), more?.(args)]))
}
