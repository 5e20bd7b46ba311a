import { ComplaintForm } from '#web/features/pages/complaint-form.tsx'
import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { loadingPage, sharedPage } from './static-pages.ts'

const load = loadingPage('complaints')
export const loader = load
export const clientLoader = load
export const handle = sharedPage

/** Takes complaints of visitors and members (MOD-7). */
export default function Complaints() {
  const text = usePageText('complaints')
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path="/complaints" />
      <StaticPage text={text}>
        <ComplaintForm />
      </StaticPage>
    </>
  )
}
