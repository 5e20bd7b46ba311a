import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { loadingPage, sharedPage } from './static-pages.ts'

const load = loadingPage('faq')
export const loader = load
export const clientLoader = load
export const handle = sharedPage

export default function Faq() {
  const text = usePageText('faq')
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path="/faq" />
      <StaticPage text={text} />
    </>
  )
}
