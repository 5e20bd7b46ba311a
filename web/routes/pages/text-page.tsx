import { loading, type Loading } from '#web/api/load.ts'
import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { textPageOf } from '#web/routes/route-params.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/text-page'
import { loadPageText, sharedPage } from './static-pages.ts'

const load = loading((args: Loading<Route.LoaderArgs>) => loadPageText(textPageOf(args.request.url), args))
export const loader = load
export const clientLoader = load
export const handle = sharedPage

/** A page that is only a text; its address is its name. */
export default function TextPage({ matches }: Route.ComponentProps) {
  const page = textPageOf(matches.at(-1)?.pathname ?? '')
  const text = usePageText(page)
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path={`/${page}`} />
      <StaticPage text={text} />
    </>
  )
}
