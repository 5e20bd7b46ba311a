import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import type { MissingPart, ProfilePart } from './profile-completeness.ts'

/** Leads to the field of the own profile in which a missing part is filled in; says what it adds. */
export function MissingLink({ missing: { part, points }, profile }: { missing: MissingPart; profile: OwnProfile }) {
  const t = useTranslations('profiles.own.missing')
  const format = useFormatter()
  const { visible_profile_fields: visible } = useSettings()
  const open = profileChoiceNames.find((name) => visible.includes(choiceSettings[name]) && profile[name] === null)
  return (
    <Link
      to={`${href('/profile')}#${part === 'details' ? `choose-${open}` : fields[part]}`}
      prefetch="intent"
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm font-medium text-text transition-colors duration-150 hover:border-accent"
    >
      {t(part)}
      <span className="font-semibold text-accent-text tabular-nums">
        {format.number(points / 100, { style: 'percent', signDisplay: 'always' })}
      </span>
    </Link>
  )
}

/** The id of the element in the form that has the field of a part. */
const fields = {
  photo: 'add-photo',
  about: 'write-about',
  answers: 'add-answer',
  interests: 'choose-interests',
  city: 'choose-town',
} as const satisfies Record<Exclude<ProfilePart, 'details'>, string>
