import { useTranslations } from 'use-intl'
import type { OwnProfile } from '#contract/profiles.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { profileCompleteness } from './profile-completeness.ts'

/** How complete the own profile is, and what is missing; nothing once it is complete. */
export function Completeness({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles.own')
  const { percent, missing } = profileCompleteness(profile, useSettings())
  if (percent === 100) return null
  const label = t('completeness', { percent })
  return (
    <div className="mb-6 flex flex-col gap-2 rounded-lg border border-line p-4">
      <p aria-hidden className="font-semibold">
        {label}
      </p>
      <CompletenessBar percent={percent} label={label} />
      <ul className="flex flex-wrap gap-x-4 text-sm text-text-muted">
        {missing.map((part) => (
          <li key={part}>{t(`missing.${part}`)}</li>
        ))}
      </ul>
    </div>
  )
}
