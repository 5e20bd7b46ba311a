import { useTranslations } from 'use-intl'
import { Article, ArticleSection } from '#web/features/pages/article.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'

const sections = ['stored', 'seen', 'photos', 'others', 'time', 'rights'] as const

export default function Privacy() {
  const t = useTranslations('pages.privacy')
  const { name, support_email: email } = useSettings()
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} />
      {sections.map((section) => (
        <ArticleSection key={section} title={t(`${section}.title`)}>
          {t(`${section}.text`, { site: name, email })}
        </ArticleSection>
      ))}
    </Article>
  )
}
