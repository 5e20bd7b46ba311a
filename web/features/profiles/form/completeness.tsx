import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { useDismissal } from '#web/api/dismissals.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { cx } from '#web/ui/cx.ts'
import { profileCompleteness, type ProfilePart } from './profile-completeness.ts'

/**
 * How complete the own profile is, and what is missing, each with a link to its field; nothing once complete.
 * Without photo or text, it also explains why these help, until the member closes that sentence for good
 * (SHELL-18).
 */
export function Completeness({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const notifications = useTranslations('notifications')
  const { isDismissed, dismiss } = useDismissal('enrich-profile')
  const format = useFormatter()
  const settings = useSettings()
  const { percent, missing } = profileCompleteness(profile, settings)
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
      <ul className="mt-1 flex flex-wrap gap-2">
        {missing.map(({ part, points }) => (
          <li key={part} className="max-w-full">
            <Link
              to={`${href('/profile')}#${fieldOf(part, { profile, settings })}`}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm font-medium text-text transition-colors duration-150 hover:border-accent"
            >
              {t(`own.missing.${part}`)}
              <span className="font-semibold text-accent-text tabular-nums">
                {format.number(points / 100, { style: 'percent', signDisplay: 'always' })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasReason && (
        <Button variant="outline" size="sm" className="mt-2 self-start" onClick={dismiss}>
          {notifications('dismiss')}
        </Button>
      )}
    </div>
  )
}

const reasonVariants = 'border-transparent bg-accent-soft text-text'

/** The id of the element in the form that has the field of a part. */
function fieldOf(
  part: ProfilePart,
  { profile, settings }: { profile: OwnProfile; settings: Pick<Settings, 'visible_profile_fields'> },
) {
  if (part !== 'details') return fields[part]
  const visible = settings.visible_profile_fields
  const open = profileChoiceNames.find((name) => visible.includes(choiceSettings[name]) && profile[name] === null)
  return `choose-${open}`
}

const fields = {
  photo: 'add-photo',
  about: 'write-about',
  answers: 'add-answer',
  interests: 'choose-interests',
  city: 'choose-town',
} as const satisfies Record<Exclude<ProfilePart, 'details'>, string>
