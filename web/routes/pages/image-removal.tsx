import { RemovalForm } from '#web/features/moderation/removal-form.tsx'
import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { loadingPage, sharedPage } from './static-pages.ts'

const load = loadingPage('image-removal')
export const loader = load
export const clientLoader = load
export const handle = sharedPage

/** Takes requests of anyone to remove an intimate image (MOD-31). */
export default function ImageRemoval() {
  const text = usePageText('image-removal')
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path="/image-removal" />
      <StaticPage text={text}>
        <RemovalForm />
      </StaticPage>
    </>
  )
}
