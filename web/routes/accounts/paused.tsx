import { useQueryClient } from '@tanstack/react-query'
import CirclePause from 'lucide-react/icons/circle-pause'
import { href, Link, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { endSession } from '#web/features/accounts/session.ts'
import { PauseEnd } from '#web/features/accounts/deletion/pause-account.tsx'
import { usePause } from '#web/features/accounts/deletion/use-pause.ts'
import { redirectFromPausedPage } from '#web/shell/access.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'

const load = loading(async ({ query }) => {
  const { user } = await query(userQuery())
  const target = redirectFromPausedPage(user)
  if (target) throw redirect(target)
})
export const loader = load
export const clientLoader = load

/** The way back of a paused account (ACC-30). The pages for members lead here until the member comes back. */
export default function Paused() {
  const t = useTranslations('deletion.pause')
  const client = useQueryClient()
  const { resume } = usePause()
  return (
    <div className="mx-auto w-full max-w-form text-center">
      <PageTitle title={t('on')} isPrivate />
      <CirclePause aria-hidden className="mx-auto mb-4 size-14 text-accent-text" />
      <h1 className="mb-2 text-3xl font-bold">{t('on')}</h1>
      <p className="mb-2 text-text-muted">{t('onText')}</p>
      <PauseEnd className="mb-2" />
      <p className="mb-8 text-text-muted">{t('partners')}</p>
      <Button size="lg" isWide isPending={resume.isPending} onClick={() => resume.mutate()}>
        {t('resume')}
      </Button>
      <p className="mt-4 flex flex-wrap justify-center gap-2">
        <Button variant="ghost" render={<Link to={href('/notifications/:section', { section: 'data' })} />}>
          {t('settings')}
        </Button>
        <Button variant="ghost" onClick={() => void endSession(client)}>
          {t('logout')}
        </Button>
      </p>
    </div>
  )
}
