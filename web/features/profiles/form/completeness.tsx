import { useTranslations } from '#web/i18n/intl.tsx'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { useDismissal } from '#web/api/dismissals.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { cx } from '#web/ui/cx.ts'
import { MissingLink } from './missing-link.tsx'
import { profileCompleteness } from './profile-completeness.ts'

/**
 * How complete the own profile is, and what is missing, each with a link to its field; nothing once complete.
 * Without photo or text, it also explains why these help, until the member closes that sentence for good
 * (SHELL-18).
 */
export function Completeness({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const notifications = useTranslations('notifications')
  const { isDismissed, dismiss } = useDismissal('enrich-profile')
  const { percent, missing } = profileCompleteness(profile, useSettings())
  const box = useFocusAfterRemoval<HTMLDivElement>(isDismissed ? 0 : 1)
  if (percent === 100) return null
  const label = t('own.completeness', { progress: percent / 100 })
  const isBare = profile.about === '' || profile.photos.length === 0
  const hasReason = isBare && !isDismissed
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={cx(
        'mb-6 flex flex-col gap-2 rounded-lg border p-4 outline-none',
        hasReason ? reasonVariants : 'border-line',
      )}
    >
      {hasReason && (
        <div className="mb-2">
          <p className="font-semibold">{t('enrich.title')}</p>
          <p className="text-sm">{t('enrich.text')}</p>
        </div>
      )}
      <p aria-hidden className={hasReason ? 'text-sm font-semibold' : 'font-semibold'}>
        {label}
      </p>
      <CompletenessBar percent={percent} label={label} />
      {/* One line on a phone, most worth first: the photos below are what counts most. */}
      <ul className="mt-1 flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:scrollbar-none md:flex-wrap">
        {missing.map((each) => (
          <li key={each.part} className="max-w-full shrink-0">
            <MissingLink missing={each} profile={profile} />
          </li>
        ))}
      </ul>
      {hasReason && (
        // Quieter than what is missing: its text begins where the sentences do.
        <Button variant="ghost" size="sm" className="-ms-4 self-start hover:underline" onClick={dismiss}>
          {notifications('dismiss')}
        </Button>
      )}
    </div>
  )
}

const reasonVariants = 'border-transparent bg-accent-soft text-text'
