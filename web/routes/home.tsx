import { useTranslations } from '#web/i18n/intl.tsx'
import { HOUR } from '#contract/time.ts'
import { Costs, Safety, LastCall } from '#web/features/home/sections.tsx'
import { Hero } from '#web/features/home/hero.tsx'
import { Product } from '#web/features/home/product.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { visitorsOnly } from '#web/shell/entry/visitors-only.ts'

export const loader = visitorsOnly
export const clientLoader = visitorsOnly
export const handle: PageLayout = { sharedMs: HOUR }

export default function Home() {
  const t = useTranslations('home')
  const settings = useSettings()
  return (
    <>
      <PageTitle
        path="/"
        title={settings.index_title || t('title')}
        description={settings.description || t('description', { site: settings.name })}
      />
      <Hero />
      <Product />
      <Safety />
      <Costs />
      <LastCall />
    </>
  )
}
