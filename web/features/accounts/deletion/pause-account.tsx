import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { usePause } from './use-pause.ts'

/** Pauses the account, or ends the pause (ACC-30). */
export function PauseAccount() {
  const t = useTranslations('deletion.pause')
  const isPaused = useUser()?.is_paused ?? false
  const [isAsking, setIsAsking] = useState(false)
  const { resume } = usePause()
  return (
    <div className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-medium">{isPaused ? t('on') : t('title')}</h3>
        <p className="mt-1 text-sm text-text-muted">{isPaused ? t('onText') : t('text')}</p>
        <PauseEnd className="mt-1 text-sm" />
        <p className="mt-1 text-sm text-text-muted">{t('partners')}</p>
      </div>
      {isPaused ? (
        <Button isPending={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      ) : (
        <Button variant="outline" onClick={() => setIsAsking(true)}>
          {t('action')}
        </Button>
      )}
      <PauseDialog open={isAsking && !isPaused} onOpenChange={setIsAsking} />
    </div>
  )
}

/** When the pause ends by itself, if it does. */
export function PauseEnd({ className }: { className?: string }) {
  const t = useTranslations('deletion.pause')
  const format = useFormatter()
  const endsAt = useUser()?.pause_ends_at
  if (!endsAt) return null
  return <p className={className}>{t('until', { date: format.dateTime(new Date(endsAt), { dateStyle: 'long' }) })}</p>
}
