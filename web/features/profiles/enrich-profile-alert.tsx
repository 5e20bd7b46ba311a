import { useTranslations } from 'use-intl'
import type { OwnProfile } from '#contract/profiles.ts'
import { useDismissal } from '#web/api/dismissals.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/** Suggests a photo and a few words while the profile has none, until the member closes it for good (SHELL-18). */
export function EnrichProfileAlert({ profile }: { profile: Pick<OwnProfile, 'about' | 'photos'> }) {
  const t = useTranslations('profiles.enrich')
  const notifications = useTranslations('notifications')
  const { isDismissed, dismiss } = useDismissal('enrich-profile')
  const isComplete = profile.about !== '' && profile.photos.length > 0
  if (isComplete || isDismissed) return null
  return (
    <Alert
      title={t('title')}
      className="mb-6"
      actions={
        <Button variant="ghost" size="sm" onClick={dismiss}>
          {notifications('dismiss')}
        </Button>
      }
    >
      {t('text')}
    </Alert>
  )
}
