import { href, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { Hero } from '#web/features/home/hero.tsx'
import { LastCall } from '#web/features/home/last-call.tsx'
import { Numbers } from '#web/features/home/numbers.tsx'
import { Safety } from '#web/features/home/safety.tsx'
import { Steps } from '#web/features/home/steps.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import type { Route } from './+types/home'

/** A member's home is the search (SHELL-15). */
const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  if (user) throw redirect(href('/members'))
})
export const loader = load
export const clientLoader = load

export default function Home() {
  const t = useTranslations('home')
  const settings = useSettings()
  return (
    <>
      <PageTitle
        title={settings.index_title || t('title')}
        description={settings.description || t('description', { site: settings.name })}
      />
      <Hero />
      <Steps />
      <Numbers />
      <Safety />
      <LastCall />
    </>
  )
}
