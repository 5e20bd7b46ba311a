import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'

/** Asks before the member leaves a page with changes that are not saved; the browser asks before it closes the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTranslations('profiles.own.leave')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('stay')}
      tone="danger"
      isOutOfHistory
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
