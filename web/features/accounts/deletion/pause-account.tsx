import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { usePause } from './use-pause.ts'
import { useUser } from '#web/features/accounts/use-user.ts'

/** Pauses the account, or ends the pause (ACC-30). */
export function PauseAccount() {
  const t = useTranslations('deletion.pause')
  const isPaused = useUser()?.is_paused ?? false
  const { pause, resume } = usePause()
  return (
    <div className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-medium">{isPaused ? t('on') : t('title')}</h3>
        <p className="mt-1 text-sm text-text-muted">{isPaused ? t('onText') : t('text')}</p>
        <p className="mt-1 text-sm text-text-muted">{t('partners')}</p>
      </div>
      {isPaused ? (
        <Button isPending={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      ) : (
        <Button variant="outline" isPending={pause.isPending} onClick={() => pause.mutate()}>
          {t('action')}
        </Button>
      )}
    </div>
  )
}
