import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { ActivationReminder } from '#web/features/accounts/activation-reminder.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BlockList } from '#web/features/moderation/block-list.tsx'
import { blockPagesQuery } from '#web/features/moderation/queries.ts'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { PageTitle } from '#web/shell/page-title.tsx'
import { ThemeSwitch } from '#web/shell/navigation/theme-switch.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import type { Route } from './+types/notifications'

const load = loading(async ({ context }: Loading<Route.LoaderArgs>) => {
  await context.get(queryClientContext).infiniteQuery({ ...blockPagesQuery(), staleTime: 'static' })
})
export const loader = load
export const clientLoader = load

/** Settings: account, language, appearance, blocked members. */
export default function Notifications() {
  const t = useTranslations('settings')
  const user = useUser()
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="text-2xl font-bold">{t('title')}</h1>
      <ActivationReminder />
      <Card padding="lg" className="divide-y divide-line">
        <Row name={t('account')}>
          <span className="min-w-0 break-words text-text-muted">{user?.email}</span>
        </Row>
        <Row name={t('language')}>
          <LanguageMenu />
        </Row>
        <Row name={t('appearance')}>
          <ThemeSwitch />
        </Row>
      </Card>
      <Card padding="lg">
        <h2 className="mb-2 text-lg font-semibold">{t('blocked')}</h2>
        <BlockList />
      </Card>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
      <h2 className="text-lg font-semibold">{name}</h2>
      {children}
    </div>
  )
}
