import { useTranslations } from '#web/i18n/intl.tsx'
import { SignupPage } from '#web/features/signup/signup-page.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { visitorsOnly } from '#web/shell/entry/visitors-only.ts'

export const handle: PageLayout = { hidesBars: true }
export const loader = visitorsOnly
export const clientLoader = visitorsOnly

export default function Signup() {
  const t = useTranslations('signup')
  return (
    <>
      <PageTitle title={t('title')} description={t('lead', { site: useSiteName() })} path="/signup" />
      <SignupPage corner={<LanguageMenu />} />
    </>
  )
}
