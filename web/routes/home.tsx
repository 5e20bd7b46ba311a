import { useTranslations } from 'use-intl'
import { PageTitle } from '#web/shell/page-title.tsx'

export default function Home() {
  const t = useTranslations('shell')
  return (
    <main id="content">
      <PageTitle />
      <h1>{t('nav.members')}</h1>
    </main>
  )
}
