import { useTranslations } from 'use-intl'
import { FREE_CONVERSATIONS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { freeMessages } from '#web/features/home/free-messages.ts'
import { Article, ArticleSection } from '#web/features/pages/article.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'

export default function Faq() {
  const t = useTranslations('pages.faq')
  const settings = useSettings()
  const answers = {
    free: t('free.text', { count: freeMessages(settings) }),
    credits: t('credits.text', { count: settings.message_credits }),
    subscription: t('subscription.text'),
    premium: t('premium.text', { photos: PREMIUM_PHOTOS }),
    conversations: t('conversations.text', { count: FREE_CONVERSATIONS }),
    activation: t('activation.text'),
    block: t('block.text'),
  }
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} />
      {(Object.keys(answers) as (keyof typeof answers)[]).map((question) => (
        <ArticleSection key={question} title={t(`${question}.title`)}>
          {answers[question]}
        </ArticleSection>
      ))}
    </Article>
  )
}
