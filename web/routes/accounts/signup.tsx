import { useTranslations } from '#web/i18n/intl.tsx'
import { SignupPage } from '#web/features/signup/signup-page.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { visitorsOnly } from '#web/shell/entry/visitors-only.ts'

export const loader = visitorsOnly
export const clientLoader = visitorsOnly

export default function Signup() {
  const t = useTranslations('signup')
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} description={t('lead', { site: useSiteName() })} path="/signup" />
      <SignupPage />
    </div>
  )
}
